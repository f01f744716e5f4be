// Instead of SYCL's headers, for tests of asconkit/accelerators/ascon_sycl.hpp with any compiler
// and under sanitizers: what that file and its tests use of SYCL 2020, on the host. What is
// enqueued is run as late as it may be, and the last first unless an event is waited for: a
// dependency that is missing shows. Unified shared memory is what its own calls have given, each
// piece on its own.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sycl {

// ---- Errors -----------------------------------------------------------------------------------

enum class errc { invalid = 7 };

inline std::error_code make_error_code(errc error) {
  return {static_cast<int>(error), std::generic_category()};
}

class exception : public std::runtime_error {
 public:
  exception(std::error_code code, const std::string &text)
      : std::runtime_error(text), code_(code) {}
  const std::error_code &code() const { return code_; }

 private:
  std::error_code code_;
};

// ---- Events -----------------------------------------------------------------------------------

struct task {
  std::vector<std::shared_ptr<task>> before;
  std::function<void()> work;
  void run() {
    for (const auto &other : std::exchange(before, {})) other->run();
    if (const auto now = std::exchange(work, nullptr)) now();
  }
};

class event {
 public:
  event() : task_(std::make_shared<task>()) {}
  explicit event(std::shared_ptr<task> of) : task_(std::move(of)) {}
  void wait() { task_->run(); }
  void wait_and_throw() { wait(); }
  const std::shared_ptr<task> &of() const { return task_; }

 private:
  std::shared_ptr<task> task_;
};

// ---- Kernels ----------------------------------------------------------------------------------

template <int>
class range {
 public:
  explicit range(size_t n) : n_(n) {}
  size_t get(int) const { return n_; }

 private:
  size_t n_;
};

template <int>
class nd_range {
 public:
  nd_range(range<1> global, range<1> local) : global_(global), local_(local) {
    if (local.get(0) == 0 || global.get(0) % local.get(0) != 0)
      throw exception(make_error_code(errc::invalid), "nd_range: groups that are not whole");
  }
  size_t items() const { return global_.get(0); }

 private:
  range<1> global_, local_;
};

template <int>
class nd_item {
 public:
  explicit nd_item(size_t i) : i_(i) {}
  size_t get_global_id(int) const { return i_; }

 private:
  size_t i_;
};

class handler {
 public:
  explicit handler(std::shared_ptr<task> of) : task_(std::move(of)) {}
  void depends_on(const std::vector<event> &events) {
    for (const event &e : events) task_->before.push_back(e.of());
  }
  template <class Kernel>
  void parallel_for(nd_range<1> range, const Kernel &kernel) {
    set([range, kernel] {
      for (size_t i = 0; i < range.items(); i++) kernel(nd_item<1>(i));
    });
  }
  void memcpy(void *to, const void *from, size_t bytes) {
    set([=] { std::memcpy(to, from, bytes); });
  }

 private:
  void set(std::function<void()> work) {
    if (task_->work) throw std::logic_error("a command group has one command");
    task_->work = std::move(work);
  }

  std::shared_ptr<task> task_;
};

// ---- Queues -----------------------------------------------------------------------------------

enum class aspect { usm_system_allocations };

class device {
 public:
  bool has(aspect) const { return false; }
};

class context {};

class queue {
 public:
  device get_device() const { return {}; }
  context get_context() const { return {}; }
  template <class Group>
  event submit(const Group &group) {
    auto made = std::make_shared<task>();
    handler own(made);
    group(own);
    tasks_.push_back(made);
    return event(made);
  }
  event memset(void *to, int value, size_t bytes, const std::vector<event> &after = {}) {
    return enqueue([=] { std::memset(to, value, bytes); }, after);
  }
  event memcpy(void *to, const void *from, size_t bytes, const std::vector<event> &after = {}) {
    return enqueue([=] { std::memcpy(to, from, bytes); }, after);
  }
  void wait() {
    for (; !tasks_.empty(); tasks_.pop_back()) tasks_.back()->run();
  }
  void wait_and_throw() { wait(); }

 private:
  event enqueue(std::function<void()> work, const std::vector<event> &after) {
    auto made = std::make_shared<task>();
    made->work = std::move(work);
    for (const event &e : after) made->before.push_back(e.of());
    tasks_.push_back(made);
    return event(made);
  }

  std::vector<std::shared_ptr<task>> tasks_;
};

// ---- Unified shared memory --------------------------------------------------------------------

namespace usm {
enum class alloc { host, device, shared, unknown };
}

// Where each piece begins, and its bytes.
inline std::map<uintptr_t, size_t> &pieces() {
  static std::map<uintptr_t, size_t> all;
  return all;
}

inline void *malloc_shared(size_t bytes, const queue &) {
  void *memory = std::malloc(bytes);
  pieces()[reinterpret_cast<uintptr_t>(memory)] = bytes;
  return memory;
}

template <class T>
T *malloc_shared(size_t count, const queue &q) {
  return static_cast<T *>(malloc_shared(count * sizeof(T), q));
}

inline void free(void *memory, const queue &) {
  pieces().erase(reinterpret_cast<uintptr_t>(memory));
  std::free(memory);
}

inline usm::alloc get_pointer_type(const void *memory, const context &) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  auto next = pieces().upper_bound(address);
  if (next == pieces().begin()) return usm::alloc::unknown;
  --next;
  return address - next->first < next->second ? usm::alloc::shared : usm::alloc::unknown;
}

}  // namespace sycl
