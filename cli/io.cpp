// SPDX-License-Identifier: Apache-2.0 OR MIT
// Inputs and outputs on POSIX. An output to a file is written under no name or a temporary one, and
// gets its name when it is complete.
#include "io.hpp"

#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "errors.hpp"
#include "hex.hpp"
#include "identity.hpp"
#include "quote.hpp"
#include "signals.hpp"

namespace asconkit::cli {

static_assert(sizeof(off_t) == 8, "files of 2 GiB need the option -D_FILE_OFFSET_BITS=64");

Descriptor::Descriptor(Descriptor &&other) noexcept : fd_(other.release()), owned_(other.owned_) {}

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  reset();
  owned_ = other.owned_;
  fd_ = other.release();
  return *this;
}

void Descriptor::reset() {
  if (owned_ && fd_ >= 0) close(fd_);
  fd_ = -1;
}

int Descriptor::release() {
  int fd = fd_;
  fd_ = -1;
  return fd;
}

Input::Input(const std::string &path, Opening opening) : name_(path), file_(STDIN_FILENO, false) {
  int flags = O_RDONLY | O_CLOEXEC | (opening == Opening::at_once ? O_NONBLOCK : 0);
  if (path != "-") file_ = Descriptor(open(path.c_str(), flags));
  if (file_.get() < 0 || fstat(file_.get(), &info_) != 0) fail_errno(name_, errno);
}

void Input::wait_for_data() {
  if (name_ == "-") return;
  pollfd ready{.fd = file_.get(), .events = POLLIN, .revents = 0};
  while (poll(&ready, 1, -1) < 0 && errno == EINTR) continue;
  int flags = fcntl(file_.get(), F_GETFL);
  if (flags < 0 || fcntl(file_.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) fail_errno(name_, errno);
}

namespace {

// After a call that failed: whether to try again. Waits for a stream that its owner made
// non-blocking: its flags are shared with other processes, and stay as they are.
bool wait_to_retry(int fd, short events) {
  if (errno == EINTR) return true;
  pollfd ready{.fd = fd, .events = events, .revents = 0};
  return errno == EAGAIN && (poll(&ready, 1, -1) >= 0 || errno == EINTR);
}

}  // namespace

std::size_t Input::read(Bytes buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    iovec rest = piece_of(buffer.subspan(done));
    std::size_t got = read_some({&rest, 1});
    if (got == 0) break;
    done += got;
  }
  return done;
}

std::size_t Input::read_some(std::span<const iovec> places) {
  for (;;) {
    // One place is read a little faster by read(2).
    ssize_t got = places.size() == 1
                      ? ::read(file_.get(), places[0].iov_base, places[0].iov_len)
                      : ::readv(file_.get(), places.data(), static_cast<int>(places.size()));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (!wait_to_retry(file_.get(), POLLIN)) fail_errno(name_, errno);
  }
}

void Input::refuse_directory() const {
  if (S_ISDIR(info_.st_mode)) fail(Exit::io, name_, directory_text);
}

void Input::refuse_standard_output() const {
  if (is_regular() && identity_of_standard_output() == identity_of(info_))
    fail(Exit::io, name_, "is both an input and the output, expected a different output");
}

std::optional<std::uint64_t> Input::size() const {
  if (!is_regular()) return std::nullopt;
  off_t at = lseek(file_.get(), 0, SEEK_CUR);
  if (at < 0 || at > info_.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(info_.st_size - at);
}

void Input::refuse_new_size(std::uint64_t bytes_read) const {
  struct stat now{};
  if (fstat(file_.get(), &now) != 0) fail_errno(name_, errno);
  if (now.st_size != info_.st_size)
    fail(Exit::io, name_,
         "became shorter while it was read: " + std::to_string(bytes_read) + " bytes of " +
             std::to_string(info_.st_size));
}

iovec piece_of(Bytes bytes) { return {.iov_base = bytes.data(), .iov_len = bytes.size()}; }

void write_all(int fd, ConstBytes bytes, const std::string &shown) {
  while (!bytes.empty()) {
    ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && wait_to_retry(fd, POLLOUT)) continue;
    if (done < 0) fail_errno_of(shown, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

namespace {

class StreamOutput : public Output {
 public:
  StreamOutput(std::string shown, Descriptor fd) : shown_(std::move(shown)), fd_(std::move(fd)) {}
  void write(ConstBytes bytes) override { write_all(fd_.get(), bytes, shown_); }
  void commit() override {
    if (close(fd_.release()) != 0 && errno != EINTR) fail_errno_of(shown_, errno);
  }
  bool is_stream() const override { return true; }
  bool is_terminal() const override { return isatty(fd_.get()) == 1; }

 private:
  std::string shown_;
  Descriptor fd_;
};

std::string folder_of(const std::string &path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The file that symbolic links lead to, so that --force replaces it and not the link.
std::string resolved(const std::string &path) {
  char *real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string result = real;
  std::free(real);
  return result;
}

mode_t current_umask() {
  mode_t mask = umask(0);
  umask(mask);
  return mask;
}

// ---- Files that appear whole ---------------------------------------------------------------

// link(2) of it gives the open file a name. The file system /proc may be missing.
std::string path_of(const Descriptor &fd) { return "/proc/self/fd/" + std::to_string(fd.get()); }

// A file without a name disappears with the process, however that ends. Not open if the system or
// the file system does not support such files.
Descriptor open_unnamed(const std::string &folder) {
#ifdef O_TMPFILE
  Descriptor fd(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (fd.get() >= 0 && access(path_of(fd).c_str(), F_OK) == 0) return fd;
#else
  static_cast<void>(folder);
#endif
  return Descriptor();
}

// A file that appears under its name completely or not at all.
class AtomicFile : public Output {
 public:
  AtomicFile(const Target &target, mode_t mode);
  ~AtomicFile() override;
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  void write(ConstBytes bytes) override { write_all(fd_.get(), bytes, shown_); }
  void commit() override;
  bool is_stream() const override { return false; }
  bool is_terminal() const override { return false; }

 private:
  void flush();
  void open_temporary();
  int link_temporary();
  int name_unnamed();
  int rename_temporary();
  Target asked_;
  std::string shown_;      // the name as given
  std::string target_;     // the file to make or to replace
  std::string temporary_;  // empty: the file has no name yet
  mode_t mode_;
  Descriptor fd_;
};

AtomicFile::AtomicFile(const Target &target, mode_t mode)
    : asked_(target),
      shown_(quote_name(target.path)),
      target_(target.kinds == Target::Kinds::any ? resolved(target.path) : target.path),
      mode_(mode & ~current_umask()),
      fd_(open_unnamed(folder_of(target_))) {
  struct stat old{};
  if (lstat(target_.c_str(), &old) == 0) mode_ &= old.st_mode;
  if (fd_.get() < 0) open_temporary();
}

void AtomicFile::open_temporary() {
  std::string name = folder_of(target_) + "/.asconkit-XXXXXX";
  SignalsBlocked until_registered;
  fd_ = Descriptor(mkostemp(name.data(), O_CLOEXEC));  // with mode 0600
  if (fd_.get() < 0) fail_errno_of(shown_, errno);
  temporary_ = name;
  remove_on_signal(temporary_);
}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  keep_on_signal();
}

// fsync() gives EINVAL on file systems that cannot flush.
void AtomicFile::flush() {
  if (fchmod(fd_.get(), mode_) != 0) fail_errno_of(shown_, errno);
  if (fsync(fd_.get()) != 0 && errno != EINVAL) fail_errno_of(shown_, errno);
}

// link() fails on an existing target where the file system lacks RENAME_NOREPLACE.
int rename_new(const char *from, const char *to) {
#ifdef RENAME_NOREPLACE
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  return link(from, to) != 0 ? -1 : unlink(from);
}

int AtomicFile::rename_temporary() {
  int result = asked_.force ? std::rename(temporary_.c_str(), target_.c_str())
                            : rename_new(temporary_.c_str(), target_.c_str());
  if (result != 0) return -1;
  keep_on_signal();
  temporary_.clear();
  return 0;
}

int link_open_file(const Descriptor &fd, const std::string &name) {
  return linkat(AT_FDCWD, path_of(fd).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
}

// Gives the open file an unused temporary name.
int AtomicFile::link_temporary() {
  for (;;) {
    std::array<std::uint8_t, 8> number{};
    fill_random(number);
    std::string name = folder_of(target_) + "/.asconkit-" + to_hex(number);
    if (link_open_file(fd_, name) == 0) {
      temporary_ = name;
      return 0;
    }
    if (errno != EEXIST) return -1;
  }
}

// To replace a file, the open file first gets a temporary name, since no system call links over an
// existing name. The file is complete by then. Only a signal that cannot be blocked leaves it under
// the temporary name.
int AtomicFile::name_unnamed() {
  if (link_open_file(fd_, target_) == 0) return 0;
  if (errno != EEXIST || !asked_.force) return -1;
  SignalsBlocked until_renamed;
  return link_temporary() != 0 ? -1 : rename_temporary();
}

void AtomicFile::commit() {
  flush();
  int error = (temporary_.empty() ? name_unnamed() : rename_temporary()) == 0 ? 0 : errno;
  if (error == EEXIST) check_target(asked_);
  if (error != 0) fail_errno_of(shown_, error);
  Descriptor folder(open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0)
    fsync(folder.get());  // a crash before this loses the name, not the contents
}

// ---- What a target is ----------------------------------------------------------------------

bool is_special(mode_t mode) { return !S_ISREG(mode) && !S_ISDIR(mode); }

const char *kind_of(mode_t mode) {
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISFIFO(mode)) return "is a named pipe";
  return S_ISSOCK(mode) ? "is a socket" : "is a device";
}

// With `regular`, symbolic links are not followed.
bool look_at(const Target &target, struct stat &info) {
  bool follow = target.kinds == Target::Kinds::any;
  if (follow && stat(target.path.c_str(), &info) == 0) return true;
  return lstat(target.path.c_str(), &info) == 0;
}

bool is_written_as_it_is(const Target &target) {
  struct stat info{};
  return target.kinds == Target::Kinds::any && stat(target.path.c_str(), &info) == 0 &&
         is_special(info.st_mode);
}

// Checks the type again after opening: a regular file may have taken the name in the meantime.
std::unique_ptr<Output> open_special(const std::string &path) {
  Descriptor fd(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  struct stat info{};
  if (fd.get() < 0 || fstat(fd.get(), &info) != 0) fail_errno(path, errno);
  if (!is_special(info.st_mode))
    fail(Exit::exists, path, "was a device or pipe before, is a regular file now");
  return std::make_unique<StreamOutput>(quote_name(path), std::move(fd));
}

}  // namespace

bool is_standard_output(const Target &target) {
  if (target.path == "-") return true;
  std::optional<Identity> standard_output = identity_of_standard_output();
  return target.kinds == Target::Kinds::any && standard_output &&
         identity_of_file(target.path) == standard_output;
}

void check_target(const Target &target) {
  struct stat info{};
  if (is_standard_output(target) || is_written_as_it_is(target) || !look_at(target, info)) return;
  if (S_ISDIR(info.st_mode))
    fail(Exit::io, target.path, "is a directory, expected the name of a file to write");
  if (target.kinds == Target::Kinds::regular && is_special(info.st_mode))
    fail(Exit::exists, target.path,
         std::string(kind_of(info.st_mode)) + ", expected a regular file or nothing there");
  if (!target.force) fail(Exit::exists, target.path, "exists already; --force replaces it");
}

std::unique_ptr<Output> open_output(const Target &target, mode_t mode) {
  if (is_standard_output(target))
    return std::make_unique<StreamOutput>("standard output", Descriptor(dup(STDOUT_FILENO)));
  check_target(target);
  if (is_written_as_it_is(target)) return open_special(target.path);
  return std::make_unique<AtomicFile>(target, mode);
}

}  // namespace asconkit::cli
