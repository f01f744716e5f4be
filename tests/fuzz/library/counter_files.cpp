// Two owners of one counter in a file (ports/datagram/counter_file.h), and somebody who changes the
// file: calls in any order against a model of a few lines. One owner at a time reads and writes, no
// damaged file is used, and the counter never becomes lower.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "ports/datagram/counter_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "ports/datagram/counter_record.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr uint8_t kVictim[] = "another program's file";

// A folder that is there until the process ends, in memory if possible: fsync() takes milliseconds
// on a disk.
const char *Folder() {
  static char in_memory[] = "/dev/shm/asconkit-fuzz-XXXXXX",
              on_disk[] = "/tmp/asconkit-fuzz-XXXXXX";
  static const char *const name = [] {
    const char *made = mkdtemp(in_memory);
    if (!made) made = mkdtemp(on_disk);
    EXPECT_EQ(chdir(made), 0);
    atexit([] {
      for (const char *file : {"counter", "counter.new", "counter.lock", "other", "victim"})
        unlink(file);
      rmdir(name);
    });
    return made;
  }();
  return name;
}

void Put(const char *name, const Bytes &content) {
  unlink(name);
  const int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  EXPECT_EQ(write(file, content.data(), content.size()), static_cast<ssize_t>(content.size()));
  EXPECT_EQ(close(file), 0);
}

Bytes ContentOf(const char *name) {
  Bytes content(64);
  const int file = open(name, O_RDONLY);
  const ssize_t n = read(file, content.data(), content.size());
  EXPECT_EQ(close(file), 0);
  content.resize(static_cast<size_t>(n));
  return content;
}

struct Number {
  explicit Number(uint64_t n) {
    for (int i = 0; i < 8; i++) bytes[i] = static_cast<uint8_t>(n >> 8 * i);
  }
  uint8_t bytes[COUNTER_BYTES];
};

enum State { kMissing, kGood, kDamaged };

struct Owner {
  counter_file file;
  bool is_open, is_held;
};

struct World {
  World() {
    for (const char *name : {"counter", "counter.new", "other"}) unlink(name);
    Put("victim", Bytes(kVictim, kVictim + sizeof kVictim));
  }
  ~World() {
    for (Owner &owner : owners) counter_file_close(&owner.file);
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  void OpenOrClose(Owner *owner) {
    if (owner->is_open) counter_file_close(&owner->file);
    else EXPECT_EQ(counter_file_open(&owner->file, Folder(), "counter"), 1);
    owner->is_open = !owner->is_open;
    owner->is_held = false;
  }
  bool CanHold(const Owner &owner) const {
    const Owner &other = &owner == &owners[0] ? owners[1] : owners[0];
    return owner.is_open && !other.is_held;
  }
  bool Hold(Owner *owner) const {
    owner->is_held = CanHold(*owner);
    return owner->is_held;
  }
  void Load(Owner *owner) const {
    uint8_t counter[COUNTER_BYTES] = {};
    const bool is_right = Hold(owner) && state == kGood;
    EXPECT_EQ(counter_file_load(&owner->file, counter), is_right);
    if (is_right) EXPECT_EQ(memcmp(counter, Number(value).bytes, sizeof counter), 0);
  }
  void Store(Owner *owner, uint64_t wanted) {
    const bool is_right = Hold(owner) && state == kGood && wanted >= value;
    EXPECT_EQ(counter_file_store(&owner->file, Number(wanted).bytes), is_right);
    if (is_right) value = wanted;
  }
  void Provision(Owner *owner) {
    const bool is_right = CanHold(*owner) && state != kDamaged;
    EXPECT_EQ(counter_file_provision(&owner->file), is_right);
    if (is_right && state == kMissing) value = 0;
    if (is_right) state = kGood;
  }
  // Somebody else changes the file, or puts something in the place of the new one.
  void Change(Input &input) {
    Bytes record(COUNTER_RECORD_BYTES);
    counter_to_record(record.data(), Number(value).bytes);
    switch (input.UpTo(6)) {
      case 0: input.FlipBit(&record); break;
      case 1: record.resize(input.UpTo(COUNTER_RECORD_BYTES - 1)); break;
      case 2: record.push_back(0); break;
      case 3:
        unlink("counter.new");
        EXPECT_EQ(symlink("victim", "counter.new"), 0);
        return;
      case 4:
        unlink("counter");
        state = kMissing;
        return;
      case 5:
        unlink("counter");
        Put("other", record);
        EXPECT_EQ((input.Flag() ? symlink : link)("other", "counter"), 0);
        state = kDamaged;
        return;
      default:
        Put("counter", record);
        state = kGood;
        return;
    }
    Put("counter", record);
    state = kDamaged;
  }
  void Check() const {
    EXPECT_EQ(ContentOf("victim"), Bytes(kVictim, kVictim + sizeof kVictim));
    if (state != kGood) return;
    Bytes record(COUNTER_RECORD_BYTES);
    counter_to_record(record.data(), Number(value).bytes);
    EXPECT_EQ(ContentOf("counter"), record);
  }

  Owner owners[2] = {};
  State state = kMissing;
  uint64_t value = 0;
};

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  Folder();
  World world;
  for (int left = 60; left != 0 && !input.ended(); left--) {
    Owner &owner = world.owners[input.UpTo(1)];
    switch (input.UpTo(5)) {
      case 0: world.Load(&owner); break;
      case 1: world.Store(&owner, world.value + input.UpTo(300) - input.UpTo(20)); break;
      case 2: world.Provision(&owner); break;
      case 3: world.Change(input); break;
      default: world.OpenOrClose(&owner);
    }
    world.Check();
  }
}
