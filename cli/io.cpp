// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "io.hpp"

#include <fcntl.h>
#include <poll.h>
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
    if (errno != EINTR) fail_errno(name_, errno);
  }
}

void Input::refuse_directory() const {
  if (S_ISDIR(info_.st_mode)) fail(Exit::io, name_, directory_text);
}

std::optional<std::uint64_t> Input::size() const {
  if (!is_regular()) return std::nullopt;
  off_t at = lseek(file_.get(), 0, SEEK_CUR);
  if (at < 0 || at > info_.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(info_.st_size - at);
}

iovec piece_of(Bytes bytes) { return {.iov_base = bytes.data(), .iov_len = bytes.size()}; }

void Output::write(ConstBytes bytes) {
  iovec piece{.iov_base = const_cast<std::uint8_t *>(bytes.data()), .iov_len = bytes.size()};
  write({&piece, 1});
}

namespace {

// What is left to write after the first `done` bytes.
std::span<iovec> without(std::span<iovec> pieces, std::size_t done) {
  while (!pieces.empty() && done >= pieces[0].iov_len) {
    done -= pieces[0].iov_len;
    pieces = pieces.subspan(1);
  }
  if (done > 0) {
    pieces[0].iov_base = static_cast<std::uint8_t *>(pieces[0].iov_base) + done;
    pieces[0].iov_len -= done;
  }
  return pieces;
}

void write_all(int fd, std::span<iovec> pieces, const std::string &shown) {
  pieces = without(pieces, 0);
  while (!pieces.empty()) {
    ssize_t done = ::writev(fd, pieces.data(), static_cast<int>(pieces.size()));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_errno_of(shown, errno);
    pieces = without(pieces, static_cast<std::size_t>(done));
  }
}

class StreamOutput : public Output {
 public:
  StreamOutput(std::string shown, Descriptor fd) : shown_(std::move(shown)), fd_(std::move(fd)) {}
  void write(std::span<iovec> pieces) override { write_all(fd_.get(), pieces, shown_); }
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
  void write(std::span<iovec> pieces) override { write_all(fd_.get(), pieces, shown_); }
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
