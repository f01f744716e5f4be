// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "errors.hpp"
#include "quote.hpp"
#include "signals.hpp"

namespace asconkit::cli {

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

Input::Input(const std::string &path)
    : name_(path),
      file_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC), path != "-") {
  struct stat info{};
  if (file_.get() < 0 || fstat(file_.get(), &info) != 0) fail_errno(name_, errno);
  mode_ = info.st_mode;
}

std::size_t Input::read(Bytes buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    ssize_t got = ::read(file_.get(), buffer.data() + done, buffer.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_errno(name_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void Input::refuse_directory() const {
  if (S_ISDIR(mode_)) fail(Exit::io, name_, "is a directory, expected a file");
}

bool Input::is_regular() const { return S_ISREG(mode_); }

std::optional<std::uint64_t> Input::size() const {
  struct stat info{};
  if (!is_regular() || fstat(file_.get(), &info) != 0) return std::nullopt;
  off_t at = lseek(file_.get(), 0, SEEK_CUR);
  if (at < 0 || at > info.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size - at);
}

namespace {

void write_all(int fd, ConstBytes bytes, const std::string &shown) {
  while (!bytes.empty()) {
    ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_errno_of(shown, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

class StreamOutput : public Output {
 public:
  StreamOutput(std::string shown, Descriptor fd) : shown_(std::move(shown)), fd_(std::move(fd)) {}
  void write(ConstBytes bytes) override { write_all(fd_.get(), bytes, shown_); }
  void commit() override {
    if (close(fd_.release()) != 0 && errno != EINTR) fail_errno_of(shown_, errno);
  }
  bool is_stream() const override { return true; }

 private:
  std::string shown_;
  Descriptor fd_;
};

std::string folder_of(const std::string &path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The file behind symbolic links, so that --force replaces it and not the link.
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

// A file that appears under its name whole, or not at all.
class AtomicFile : public Output {
 public:
  AtomicFile(const std::string &path, bool replace, mode_t mode);
  ~AtomicFile() override;
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  void write(ConstBytes bytes) override { write_all(fd_.get(), bytes, shown_); }
  void commit() override;
  bool is_stream() const override { return false; }

 private:
  void flush();
  void rename();
  std::string shown_;  // the name as given
  std::string target_;
  std::string temporary_;
  bool replace_;
  mode_t mode_;
  Descriptor fd_;
};

AtomicFile::AtomicFile(const std::string &path, bool replace, mode_t mode)
    : shown_(quote_name(path)),
      target_(resolved(path)),
      replace_(replace),
      mode_(mode & ~current_umask()) {
  struct stat old{};
  if (stat(target_.c_str(), &old) == 0) mode_ &= old.st_mode;
  temporary_ = folder_of(target_) + "/.asconkit-XXXXXX";
  SignalsBlocked until_registered;
  fd_ = Descriptor(mkostemp(temporary_.data(), O_CLOEXEC));  // with mode 0600
  if (fd_.get() < 0) fail_errno(path, errno);
  remove_on_signal(temporary_);
}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  keep_on_signal();
}

// EINVAL: a file system that knows no flushing.
void AtomicFile::flush() {
  if (fchmod(fd_.get(), mode_) != 0) fail_errno_of(shown_, errno);
  if (fsync(fd_.get()) != 0 && errno != EINVAL) fail_errno_of(shown_, errno);
  if (close(fd_.release()) != 0 && errno != EINTR) fail_errno_of(shown_, errno);
}

// link() fails on an existing target where the file system lacks RENAME_NOREPLACE.
int rename_new(const char *from, const char *to) {
#ifdef RENAME_NOREPLACE
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  return link(from, to) != 0 ? -1 : unlink(from);
}

void AtomicFile::rename() {
  int result = replace_ ? std::rename(temporary_.c_str(), target_.c_str())
                        : rename_new(temporary_.c_str(), target_.c_str());
  if (result != 0 && errno == EEXIST) check_target(target_, false);
  if (result != 0) fail_errno_of(shown_, errno);
}

void AtomicFile::commit() {
  flush();
  rename();
  keep_on_signal();
  temporary_.clear();
  Descriptor folder(open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) fsync(folder.get());  // at worst the name is lost, not half a file left
}

bool is_special(const std::string &path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return false;
  return !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

std::unique_ptr<Output> open_special(const std::string &path) {
  Descriptor fd(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (fd.get() < 0) fail_errno(path, errno);
  return std::make_unique<StreamOutput>(quote_name(path), std::move(fd));
}

}  // namespace

void check_target(const std::string &path, bool force) {
  struct stat info{};
  if (path == "-" || is_special(path) || lstat(path.c_str(), &info) != 0) return;
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    fail(Exit::io, path, "is a directory, expected the name of a file to write");
  if (!force) fail(Exit::exists, path, "exists already; --force replaces it");
}

std::unique_ptr<Output> open_output(const std::string &path, bool force, mode_t mode) {
  if (path == "-")
    return std::make_unique<StreamOutput>("standard output", Descriptor(dup(STDOUT_FILENO)));
  check_target(path, force);
  if (is_special(path)) return open_special(path);
  return std::make_unique<AtomicFile>(path, force, mode);
}

}  // namespace asconkit::cli
