// Arrays in memory of a device, batches on them, and what Python sees of devices.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <vector>

#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "calls.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

/** Never null after define_devices(); lives as long as the interpreter. */
PyObject *device_error = nullptr;

// ---- Arrays -------------------------------------------------------------------------------------

/** Bytes in memory of a device, in one or two dimensions; wiped and freed with the object. */
class DeviceArray {
 public:
  DeviceArray(std::shared_ptr<Device> device, std::vector<size_t> shape)
      : device_(std::move(device)), shape_(std::move(shape)) {
    bytes_ = shape_.size() == 2 ? shape_[0] * shape_[1] : shape_[0];
    if (shape_.size() == 2 && shape_[1] != 0 && bytes_ / shape_[1] != shape_[0]) {
      throw DeviceFailure(device_->name() + ": no memory for an array of this shape");
    }
    if (bytes_ != 0) {
      const ascon_result result = device_->with_queue(
          [&](ascon_queue *queue) { return ascon_accelerator_allocate(queue, &memory_, bytes_); });
      check(result);
    }
  }
  ~DeviceArray() { device_->release(memory_, bytes_); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  void write(const uint8_t *from) {
    const ascon_result result = device_->with_queue(
        [&](ascon_queue *queue) { return ascon_accelerator_write(queue, memory_, from, bytes_); });
    check(result);
  }
  void read(uint8_t *to) const {
    const ascon_result result = device_->with_queue(
        [&](ascon_queue *queue) { return ascon_accelerator_read(queue, to, memory_, bytes_); });
    check(result);
  }

  [[nodiscard]] const std::shared_ptr<Device> &device() const { return device_; }
  [[nodiscard]] const std::vector<size_t> &sizes() const { return shape_; }
  [[nodiscard]] size_t bytes() const { return bytes_; }
  [[nodiscard]] void *memory() const { return memory_; }

 private:
  std::shared_ptr<Device> device_;
  std::vector<size_t> shape_;
  size_t bytes_ = 0;
  void *memory_ = nullptr;
};

using SharedArray = std::shared_ptr<DeviceArray>;

nb::tuple shape_of(const DeviceArray &array) {
  const std::vector<size_t> &sizes = array.sizes();
  return sizes.size() == 2 ? nb::make_tuple(sizes[0], sizes[1]) : nb::make_tuple(sizes[0]);
}

SharedArray upload(const std::shared_ptr<Device> &device, Data data) {
  Py_buffer view;
  get_buffer(data, view, PyBUF_ND | PyBUF_FORMAT, "data");
  const std::unique_ptr<Py_buffer, decltype(&release_buffer)> held(&view, release_buffer);
  if (view.itemsize != 1 || view.ndim < 1 || view.ndim > 2) {
    raise(PyExc_ValueError, "data must have bytes in one or two dimensions, not %d of %zd bytes",
          view.ndim, view.itemsize);
  }
  const std::vector<size_t> shape(view.shape, view.shape + view.ndim);
  const Unlocked unlocked;
  auto array = std::make_shared<DeviceArray>(device, shape);
  array->write(static_cast<const uint8_t *>(view.buf));
  return array;
}

SharedArray empty(const std::shared_ptr<Device> &device, Length rows, Length bytes) {
  std::vector<size_t> shape = {number(rows, "rows")};
  if (!bytes.is_none()) {
    shape.push_back(number(bytes, "length"));
  }
  const Unlocked unlocked;
  return std::make_shared<DeviceArray>(device, shape);
}

/** As an array of numpy. */
nb::object download(const DeviceArray &array) {
  const nb::object empty_array = attribute_of(module_of("numpy"), "empty");
  nb::object result = call_python(empty_array, shape_of(array), nb::str("uint8"));
  const HeldBuffer buffer(Target{result}, "result");
  if (array.bytes() != 0) {
    const Unlocked unlocked;
    array.read(buffer.data);
  }
  return result;
}

bool is_of_cuda(const DeviceArray &array) {
  return array.device()->about().kind == ASCON_DEVICE_CUDA;
}

nb::dict cuda_interface(const DeviceArray &array) {
  if (!is_of_cuda(array)) {
    throw nb::attribute_error("only arrays on CUDA devices have __cuda_array_interface__");
  }
  nb::dict interface;
  interface["shape"] = shape_of(array);
  interface["typestr"] = "|u1";
  interface["data"] = nb::make_tuple(reinterpret_cast<uintptr_t>(array.memory()), false);
  interface["strides"] = nb::none();
  interface["stream"] = nb::none();  // nothing is under way: calls wait for what they began
  interface["version"] = 3;
  return interface;
}

nb::tuple dlpack_device(const DeviceArray &array) {
  const ascon_device &about = array.device()->about();
  if (about.kind == ASCON_DEVICE_OPENCL) {
    throw nb::attribute_error("arrays on OpenCL devices do not support DLPack");
  }
  return about.kind == ASCON_DEVICE_CUDA ? nb::make_tuple(int(nb::device::cuda::value), about.index)
                                         : nb::make_tuple(int(nb::device::cpu::value), 0U);
}

/** A capsule of the first version. There is no stream to wait for, as calls wait for what they
    began; what the capsule cannot be, BufferError says. */
nb::object dlpack(const SharedArray &array, nb::handle, nb::handle, nb::handle wanted,
                  nb::handle copy) {
  const nb::tuple device = dlpack_device(*array);
  if (copy.is(nb::bool_(true)) || (!wanted.is_none() && !device.equal(wanted))) {
    throw nb::buffer_error("DLPack can export the array only without a copy, on its own device");
  }
  const nb::object owner = nb::cast(array);
  const nb::ndarray<uint8_t> view(array->memory(), array->sizes().size(), array->sizes().data(),
                                  owner, nullptr, nb::dtype<uint8_t>(), nb::cast<int>(device[0]),
                                  nb::cast<int>(device[1]));
  return nb::cast(view);
}

// ---- Arrays of other libraries ------------------------------------------------------------------

/** What a capsule of DLPack holds, kept for the time of a call. */
struct Tensor {
  explicit Tensor(nb::handle capsule) {
    require_known_version(capsule);
    if (!nb::try_cast(capsule, array)) {
      raise(PyExc_TypeError, "capsule must be one of DLPack, not %R", capsule.type().ptr());
    }
    if (array.dtype().lanes != 1) {
      raise(PyExc_ValueError, "capsule must have values of 1 lane, not of %d",
            int(array.dtype().lanes));
    }
  }
  /** A later major version may have another layout after the two numbers that all begin with. */
  static void require_known_version(nb::handle capsule) {
    static const char *const name = "dltensor_versioned";
    if (PyCapsule_IsValid(capsule.ptr(), name) == 0) {
      return;
    }
    const auto *version = static_cast<const uint32_t *>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (version[0] != 1) {
      raise(PyExc_ValueError, "capsule must be of DLPack 1, not %u.%u", version[0], version[1]);
    }
  }
  [[nodiscard]] nb::tuple sizes(bool strides) const {
    nb::list all;
    for (size_t i = 0; i < array.ndim(); i++) {
      all.append(strides ? array.stride(i) : static_cast<int64_t>(array.shape(i)));
    }
    return nb::tuple(all);
  }
  nb::ndarray<nb::ro> array;
};

// ---- Batches ------------------------------------------------------------------------------------

#define STRINGS "tuple[int, int, int, int, int, int, int] | None"

/** (address, start, stride, length, bytes of the memory, addresses of offsets and of lengths), or
    None for no bytes; 0 for what is not there. */
struct Strings : nb::handle {};

template <typename Number>
const Number *numbers_at(nb::handle address) {
  return reinterpret_cast<const Number *>(nb::cast<uintptr_t>(address));
}

ascon_column column_at(Strings strings) {
  ascon_column column = {};
  if (strings.is_none()) {
    return column;
  }
  const nb::tuple parts = nb::cast<nb::tuple>(nb::handle(strings));
  column.data = reinterpret_cast<void *>(nb::cast<uintptr_t>(parts[0]));
  column.start = nb::cast<size_t>(parts[1]);
  column.stride = nb::cast<size_t>(parts[2]);
  column.length = nb::cast<size_t>(parts[3]);
  column.data_bytes = nb::cast<size_t>(parts[4]);
  column.offsets = numbers_at<uint64_t>(parts[5]);
  column.lengths = numbers_at<uint64_t>(parts[6]);
  return column;
}

ascon_operation operation_of(const ascon_algorithm &row, bool reverse) {
  if (row.kind == ASCON_KIND_AEAD) {
    return reverse ? ASCON_DECRYPT : ASCON_ENCRYPT;
  }
  return reverse ? ASCON_VERIFY : ASCON_COMPUTE;
}

/** ASCON_OK for results that are right or of a wrong tag. Others were not computed, for what is
    wrong with the call: `text` names the first such message. */
ascon_result check_results(const std::vector<uint8_t> &results, std::string &text) {
  const auto wrong = std::find_if(results.begin(), results.end(), [](uint8_t result) {
    return result != ASCON_OK && result != ASCON_ERR_TAG;
  });
  if (wrong == results.end()) {
    return ASCON_OK;
  }
  const std::string message = "message " + std::to_string(wrong - results.begin());
  text = *wrong == ASCON_ERR_RANGE
             ? message + ": its strings must be within their values, and have allowed lengths"
             : message + " was not computed; order must have each message once";
  return ASCON_ERR_RANGE;
}

/** Enqueues, waits and fetches the results; `text` gets what is wrong with the call. */
ascon_result run_there(ascon_queue *queue, ascon_accelerator_batch batch,
                       const std::vector<void *> &streams, std::vector<uint8_t> &results,
                       std::string &text) {
  for (void *stream : streams) {
    const ascon_result waited = ascon_accelerator_wait_for(queue, stream);
    if (waited != ASCON_OK) {
      return waited;
    }
  }
  if (results.empty()) {  // the checks alone
    const ascon_result checked = ascon_accelerator_enqueue(queue, &batch, nullptr, nullptr);
    text = ascon_accelerator_error(queue);
    return checked;
  }
  void *memory = nullptr;
  ascon_result result = ascon_accelerator_allocate(queue, &memory, results.size());
  if (result != ASCON_OK) {
    return result;
  }
  batch.results = static_cast<uint8_t *>(memory);
  result = ascon_accelerator_enqueue(queue, &batch, nullptr, nullptr);
  text = ascon_accelerator_error(queue);
  if (result == ASCON_OK) {
    result = ascon_accelerator_wait(queue);
  }
  if (result == ASCON_OK) {
    result = ascon_accelerator_read(queue, results.data(), memory, results.size());
  }
  ascon_accelerator_free(queue, memory, results.size());
  return result == ASCON_OK ? check_results(results, text) : result;
}

/** A batch in memory of the device; see the text below. */
nb::bytes device_run(const std::shared_ptr<Device> &device, const ascon_algorithm &row,
                     bool reverse, Length count, Strings in, Strings out, Strings ad, Strings nonce,
                     Strings key, Strings tag, OptionalData customization_in,
                     const nb::list &streams_in, Length order) {
  const HeldBuffer customization(customization_in, "customization");
  std::vector<void *> streams;
  for (const nb::handle stream : streams_in) {
    streams.push_back(reinterpret_cast<void *>(nb::cast<uintptr_t>(stream)));
  }
  require_customization(row, customization);
  const ascon_column ad_column = row.kind == ASCON_KIND_CXOF
                                     ? column_of(customization.data, 0, customization.size)
                                     : column_at(ad);
  const ascon_accelerator_batch batch = {
      &row,
      operation_of(row, reverse),
      number(count, "count"),
      {column_at(out), column_at(in), column_at(row.kind == ASCON_KIND_MAC ? out : tag), ad_column,
       column_at(nonce), column_at(key)},
      nullptr,
      numbers_at<uint32_t>(order)};
  std::vector<uint8_t> results(batch.count);
  ascon_result result = ASCON_OK;
  std::string text;
  {
    const Unlocked unlocked;
    result = device->with_queue(
        [&](ascon_queue *queue) { return run_there(queue, batch, streams, results, text); });
  }
  if (result != ASCON_OK) {
    throw nb::value_error(text.empty() ? ascon_result_text(result) : text.c_str());
  }
  return nb::bytes(results.data(), results.size());
}

// ---- Devices ------------------------------------------------------------------------------------

ascon_device_kind kind_of(nb::handle name) {
  const std::string word = name_text(name);
  if (word == "cuda") {
    return ASCON_DEVICE_CUDA;
  }
  if (word == "opencl") {
    return ASCON_DEVICE_OPENCL;
  }
  if (word != "cpu") {
    raise(PyExc_ValueError, "kind must be 'cpu', 'cuda' or 'opencl', not %R", name.ptr());
  }
  return ASCON_DEVICE_PROCESSOR;
}

/** Descriptions of the devices of a kind, and why there are none. */
nb::tuple device_list(Name kind) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  std::vector<ascon_device> all(ascon_accelerator_devices(kind_of(kind), nullptr, 0, text));
  all.resize(
      std::min(all.size(), ascon_accelerator_devices(kind_of(kind), all.data(), all.size(), text)));
  nb::list rows;
  for (const ascon_device &device : all) {
    rows.append(
        nb::make_tuple(nb::str(device.name), device.units, device.mhz, device.memory_bytes));
  }
  return nb::make_tuple(rows, nb::str(text));
}

void translate(const std::exception_ptr &thrown, void *) {
  try {
    std::rethrow_exception(thrown);
  } catch (const DeviceFailure &failure) {
    PyErr_SetString(device_error, failure.what());
  }
}

}  // namespace

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Strings, STRINGS)

}  // namespace nanobind::detail

namespace asconkit {

const char *const DEVICE_RUN_SIGNATURE =
    "def device_run(device: Device, algorithm: Algorithm, reverse: bool, count: int, data: " STRINGS
    ", out: " STRINGS ", associated_data: " STRINGS ", nonce: " STRINGS ", key: " STRINGS
    ", tag: " STRINGS
    ", customization: typing_extensions.Buffer | None, streams: list[int], "
    "order: int) -> bytes";

void define_devices(nb::module_ &module) {
  device_error =
      nb::object(nb::module_::import_("asconkit.exceptions").attr("DeviceError")).release().ptr();
  nb::register_exception_translator(translate);
  nb::class_<Device> device(module, "Device",
                            R"(A device that can compute batches. asconkit.device() opens one.

Args:
    kind: "cpu", "cuda" or "opencl".
    index: The number of the device among the devices of its kind, from 0.

Raises:
    DeviceError: There is no such device, or its driver reports an error.)");
  nb::class_<DeviceArray> array(
      module, "DeviceArray",
      "An array of bytes of shape (n, length) or (length,) in the memory of a device.\n"
      "The memory is wiped when the object is freed. CuPy, PyTorch and Numba can use arrays on\n"
      "CUDA devices without a copy, through __cuda_array_interface__ and DLPack.");
  device
      .def(
          "__init__",
          [](Device *self, Name kind, Length index) {
            const ascon_device_kind word = kind_of(kind);
            const size_t number_of = number(index, "index");
            const Unlocked unlocked;
            new (self) Device(word, number_of);
          },
          "kind"_a, "index"_a)
      .def_prop_ro("name", &Device::name, "The name of the device, such as \"cuda:0\".")
      .def_prop_ro(
          "description", [](const Device &self) { return nb::str(self.about().name); },
          "The name that the driver gives the device.")
      .def_prop_ro(
          "index", [](const Device &self) { return self.about().index; },
          "The number of the device among the devices of its kind.")
      .def("upload", &upload, "data"_a,
           R"(Copies bytes into new memory of the device.

Args:
    data: A contiguous bytes-like object of one or two dimensions.

Returns:
    An array on the device, of the same shape.

Raises:
    DeviceError: The device has too little memory, or its driver reports an error.
    TypeError: `data` is not a bytes-like object.
    ValueError: `data` is not contiguous, or not bytes in one or two dimensions.)")
      .def("empty", &empty, "rows"_a, "length"_a.none() = nb::none(),
           nb::sig("def empty(self, rows: int, length: int | None = None) -> DeviceArray"),
           R"(Allocates memory of the device, filled with zeros.

Args:
    rows: The number of strings in the array.
    length: The length of each string in bytes. None for an array of one dimension.

Returns:
    An array of shape (rows, length), or (rows,).

Raises:
    DeviceError: The device has too little memory, or its driver reports an error.)")
      .def("__repr__", [](const Device &self) {
        return "<asconkit device " + self.name() + ": " + self.about().name + ">";
      });
  refuse_pickling(device);
  array
      .def_prop_ro("shape", &shape_of, nb::sig("def shape(self) -> tuple[int, ...]"),
                   "The sizes of the array.")
      .def_prop_ro(
          "device", [](const DeviceArray &self) { return self.device(); },
          "The device of the array.")
      .def_prop_ro(
          "handle",
          [](const DeviceArray &self) { return reinterpret_cast<uintptr_t>(self.memory()); },
          "The address of the array on the device (CUDA) or in the process (cpu), or its cl_mem "
          "(OpenCL).")
      .def("__len__", [](const DeviceArray &self) { return self.sizes()[0]; })
      .def("download", &download, nb::sig("def download(self) -> typing.Any"),
           "Copies the array into a new array of numpy.")
      .def_prop_ro(
          "__cuda_array_interface__", &cuda_interface,
          nb::sig("def __cuda_array_interface__(self) -> dict[str, typing.Any]"),
          "Version 3 of the interface. Raises AttributeError on devices other than CUDA's.")
      .def("__dlpack_device__", &dlpack_device,
           nb::sig("def __dlpack_device__(self) -> tuple[int, int]"),
           "DLPack's numbers for the kind of device and for the device.")
      .def("__dlpack__", &dlpack, nb::kw_only(), "stream"_a = nb::none(),
           "max_version"_a = nb::none(), "dl_device"_a = nb::none(), "copy"_a = nb::none(),
           nb::sig("def __dlpack__(self, *, stream: object = None, max_version: object = None, "
                   "dl_device: object = None, copy: object = None) -> object"),
           "Returns a DLPack capsule, which keeps the array alive.");
  refuse_pickling(array);
  nb::class_<Tensor>(module, "Tensor", "A DLPack capsule, for asconkit.batch.")
      .def(nb::init<nb::handle>(), "capsule"_a,
           nb::sig("def __init__(self, capsule: object) -> None"), "Owns the capsule.")
      .def_prop_ro(
          "address",
          [](const Tensor &self) { return reinterpret_cast<uintptr_t>(self.array.data()); },
          "The address of the first byte, on its device.")
      .def_prop_ro(
          "itemsize", [](const Tensor &self) { return self.array.itemsize(); },
          "The size of a value in bytes.")
      .def_prop_ro(
          "kind", [](const Tensor &self) { return int(self.array.dtype().code); },
          "DLPack's number for the type of the values.")
      .def_prop_ro(
          "shape", [](const Tensor &self) { return self.sizes(false); },
          nb::sig("def shape(self) -> tuple[int, ...]"), "The sizes of the array.")
      .def_prop_ro(
          "strides", [](const Tensor &self) { return self.sizes(true); },
          nb::sig("def strides(self) -> tuple[int, ...]"),
          "The distance between neighbours in each dimension, in values.");
  module.def(
      "device_list", &device_list, "kind"_a,
      nb::sig("def device_list(kind: str) -> "
              "tuple[list[tuple[str, int, int, int]], str]"),
      "Name, units, MHz and bytes of memory of the devices of a kind; and if there are none, "
      "a line that says why.");
  module.def(
      "device_run", &device_run, "device"_a, "algorithm"_a, "reverse"_a, "count"_a, "data"_a.none(),
      "out"_a.none(), "associated_data"_a.none(), "nonce"_a.none(), "key"_a.none(), "tag"_a.none(),
      "customization"_a.none(), "streams"_a, "order"_a, nb::sig(DEVICE_RUN_SIGNATURE),
      R"(Runs a batch on strings in memory of a device. Each column is (address, start, stride,
length, bytes of the memory, address of offsets, address of lengths), with 0 for a missing address. The
caller has checked that the memory exists. `order`: the address of a permutation. Waits for `streams`
first, and for the device at the end. `reverse`: decrypts or verifies. Returns a byte for each message:
0, or 1 if the tag is wrong. Raises ValueError for a message with another result.)");
}

}  // namespace asconkit
