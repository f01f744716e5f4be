// Datagrams (asconkit/datagram/ascon_datagram.h): the classes Sender and Receiver of
// asconkit.datagram, whose stores are objects of Python, and open_many().
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/datagram/ascon_datagram.h"
#include "docstring.hpp"
#include "exclusive.hpp"
#include "pool.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace asconkit {

namespace {

using nb::literals::operator""_a;

// ---- Arguments ----------------------------------------------------------------------------------

size_t require_within(size_t value, const char *name, size_t least, size_t most) {
  if (value < least || value > most) {
    raise(PyExc_ValueError, "%s must be %zu to %zu, not %zu", name, least, most, value);
  }
  return value;
}

size_t number_within(nb::handle source, const char *name, size_t least, size_t most) {
  return require_within(number(source, name), name, least, most);
}

uint8_t counter_length_from(nb::handle source) {
  const size_t least = ASCON_DATAGRAM_WINDOW_BITS > 128 ? 2 : 1;
  return static_cast<uint8_t>(number_within(source, "counter_length", least, 7));
}

/** Of an asconkit.datagram.Settings. */
ascon_datagram_settings settings_from(nb::handle source) {
  if (!has_attribute(source, "counter_length")) {
    raise(PyExc_TypeError, "settings must be asconkit.datagram.Settings, not %S",
          type_of(source).ptr());
  }
  ascon_datagram_settings made = {};
  made.counter_length = counter_length_from(attribute_of(source, "counter_length"));
  const size_t tag_length = number(attribute_of(source, "tag_length"), "tag_length");
  if (tag_length < 4 || tag_length > 16 || tag_length % 4 != 0) {
    raise(PyExc_ValueError, "tag_length must be 4, 8, 12 or 16, not %zu", tag_length);
  }
  made.tag_length = static_cast<uint8_t>(tag_length);
  const size_t most = std::min<size_t>(made.counter_length - 1, 5);
  made.epoch_length = static_cast<uint8_t>(
      number_within(attribute_of(source, "epoch_length"), "epoch_length", 0, most));
  made.max_forgeries = static_cast<uint32_t>(
      number_within(attribute_of(source, "max_forgeries"), "max_forgeries", 1, UINT32_MAX));
  return made;
}

// ---- Stores -------------------------------------------------------------------------------------

/** The interpreter lock for a scope, whether this thread has it or not. */
class Locked {
 public:
  Locked() : state_(in_python([] { return PyGILState_Ensure(); })) {}
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

 private:
  PyGILState_STATE state_;
};

/** What load() returns: from 2**56 on, the counters are used up. */
uint64_t counter_from(const nb::object &found) {
  if (!PyLong_Check(found.ptr())) {
    raise(PyExc_TypeError, "load() must return an int, not %S", type_of(found).ptr());
  }
  const unsigned long long value = PyLong_AsUnsignedLongLong(found.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    raise(PyExc_ValueError, "load() must return 0 to 2**64 - 1, not %R", found.ptr());
  }
  return value;
}

/** A store that is an object of Python, or none. What it raises is kept until the call has ended.
 */
class PythonStore {
 public:
  PythonStore(nb::handle keeper, Length step)
      : keeper_(nb::borrow(keeper)),
        in_c_{load, store, this,
              static_cast<uint16_t>(number_within(step, "step", 1, UINT16_MAX))} {}
  PythonStore(const PythonStore &) = delete;
  PythonStore &operator=(const PythonStore &) = delete;

  /** For Python's garbage collector. */
  int visit(visitproc visit, void *arg) const {
    Py_VISIT(keeper_.ptr());
    return 0;
  }
  void clear() { keeper_ = nb::none(); }

  void require_step(size_t most) const { require_within(in_c_.step, "step", 1, most); }
  [[nodiscard]] const ascon_datagram_store *in_c() const {
    return keeper_.is_none() ? nullptr : &in_c_;
  }
  /** Raises what a call of the store has raised, the first of them first. */
  [[noreturn]] void raise_error() {
    const nb::object error = std::move(errors_.front());
    errors_.erase(errors_.begin());
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
  }

 private:
  static int load(void *context, uint8_t *counter) {
    return static_cast<PythonStore *>(context)->call([&](nb::handle keeper) {
      const uint64_t value = counter_from(call_python(attribute_of(keeper, "load")));
      for (int i = 0; i < ASCON_DATAGRAM_COUNTER_BYTES; i++) {
        counter[i] = static_cast<uint8_t>(value >> 8 * i);
      }
    });
  }
  static int store(void *context, const uint8_t *counter) {
    return static_cast<PythonStore *>(context)->call([&](nb::handle keeper) {
      uint64_t value = 0;
      for (int i = 0; i < ASCON_DATAGRAM_COUNTER_BYTES; i++) {
        value |= uint64_t{counter[i]} << 8 * i;
      }
      call_python(attribute_of(keeper, "store"), nb::int_(value));
    });
  }

  /** What ascon_datagram_store expects: 0 if Python raises. */
  template <typename Call>
  int call(Call run) {
    const Locked locked;
    try {
      run(keeper_);
      return 1;
    } catch (nb::python_error &error) {
      errors_.push_back(nb::borrow(error.value()));
      return 0;
    }
  }

  nb::object keeper_;
  ascon_datagram_store in_c_;
  std::vector<nb::object> errors_;
};

// ---- Senders and receivers ----------------------------------------------------------------------

/** Chooses a constructor: with the key of an epoch. */
struct Resumed {};

/** What both have in common, over the calls that start one. */
template <typename State, auto init, auto resume, auto max_step>
class Peer {
 public:
  Peer(Data key_in, Data identity, nb::handle settings, nb::handle keeper, Length step)
      : store_(keeper, step) {
    const HeldBuffer key(key_in, "key");
    key.require("key", ASCON_DATAGRAM_KEY_BYTES);
    start(init, key, identity, settings_from(settings));
  }
  Peer(Resumed, Data key_in, Data identity, nb::handle settings_in, nb::handle keeper, Length step)
      : store_(keeper, step) {
    const HeldBuffer key(key_in, "epoch_key");
    key.require("epoch_key", ASCON_DATAGRAM_EPOCH_KEY_BYTES);
    if (keeper.is_none()) {
      raise(PyExc_TypeError, "store must be an object with load() and store(), not None");
    }
    const ascon_datagram_settings settings = settings_from(settings_in);
    const uint8_t *lengths = key.data + ASCON_DATAGRAM_EPOCH_KEY_BYTES - 2;
    require_same("tag_length", settings.tag_length, lengths[0]);
    require_same("epoch_length", settings.epoch_length, lengths[1]);
    start(resume, key, identity, settings);
  }
  Peer(const Peer &) = delete;
  Peer &operator=(const Peer &) = delete;
  ~Peer() { erase(); }

  uint64_t next() {
    const ExclusiveTurn turn(turns_);
    return ascon_datagram_next(&peer_.state);
  }
  size_t overhead() {
    const ExclusiveTurn turn(turns_);
    return bytes_more();
  }
  /** Bytes that the caller can wipe. */
  nb::bytearray epoch_key() {
    static const uint8_t zeros[ASCON_DATAGRAM_EPOCH_KEY_BYTES] = {};
    const ExclusiveTurn turn(turns_);
    nb::bytearray key(zeros, sizeof zeros);
    auto *bytes = static_cast<uint8_t *>(key.data());
    if (ascon_datagram_epoch_key(&peer_.state, bytes) == ASCON_ERR_ORDER) raise_wiped();
    return key;
  }
  void set_counter_length(Length length) {
    const uint8_t bytes = counter_length_from(length);
    const ExclusiveTurn turn(turns_);
    if (bytes <= peer_.state.epoch_length) {
      raise(PyExc_ValueError, "counter_length must be more than epoch_length %u, not %u",
            unsigned{peer_.state.epoch_length}, unsigned{bytes});
    }
    check(ascon_datagram_set_counter_length(&peer_.state, bytes));
  }
  void wipe() {
    turns_.end([this] { erase(); });
  }
  PythonStore &store() { return store_; }

 protected:
  [[nodiscard]] size_t bytes_more() const {
    return size_t{peer_.state.counter_length} + peer_.state.tag_length;
  }
  /** Of calls that refuse only because the counters are used up. */
  void require(ascon_result result) {
    switch (result) {
      case ASCON_ERR_STORE: store_.raise_error();
      case ASCON_ERR_RANGE: raise_state("all counters of this key are used up: use a new key");
      case ASCON_ERR_ORDER:
        raise_state("the sender was copied by fork(): only the process that created it can use it");
      default: check(result);
    }
  }
  [[noreturn]] static void raise_wiped() {
    raise_state("the receiver was wiped, after max_forgeries forgeries");
  }

  State peer_ = {};
  PythonStore store_;
  Exclusive turns_;

 private:
  static void require_same(const char *name, unsigned value, unsigned expected) {
    if (value != expected) {
      raise(PyExc_ValueError, "%s must be %u, as in epoch_key, not %u", name, expected, value);
    }
  }
  template <typename Call>
  void start(Call call, const HeldBuffer &key, Data identity_in,
             const ascon_datagram_settings &settings) {
    const HeldBuffer identity(identity_in, "identity");
    identity.require("identity", ASCON_DATAGRAM_IDENTITY_BYTES);
    store_.require_step(max_step(&settings));
    const ascon_result result = call(&peer_, &settings, identity.data, key.data, store_.in_c());
    if (result == ASCON_ERR_ORDER) {
      raise_state("the store's counter belongs to an earlier epoch than the key");
    }
    require(result);
  }
  void erase() { ascon_wipe(&peer_, sizeof peer_); }
};

class Sender : public Peer<ascon_datagram_sender, ascon_datagram_sender_init,
                           ascon_datagram_sender_resume, ascon_datagram_max_step> {
 public:
  using Peer::Peer;

  nb::bytes seal(Data text_in, Data header_in) {
    const HeldBuffer text(text_in, "text"), header(header_in, "header");
    const ExclusiveTurn turn(turns_);
    NewBytes datagram(text.size + bytes_more());
    require(work(text.size + header.size, [&, to = datagram.data()] {
      return ascon_datagram_seal(&peer_, to, text.data, text.size, header.data, header.size);
    }));
    return datagram.take();
  }
  void rekey() {
    const ExclusiveTurn turn(turns_);
    if (peer_.state.epoch_length == 0) {
      raise_state("rekey() needs settings with an epoch_length of 1 or more, not 0");
    }
    require(ascon_datagram_rekey(&peer_));
  }
};

uint16_t window(const ascon_datagram_settings *) { return ASCON_DATAGRAM_WINDOW_BITS; }

class Receiver : public Peer<ascon_datagram_receiver, ascon_datagram_receiver_init,
                             ascon_datagram_receiver_resume, window> {
 public:
  using Peer::Peer;

  nb::bytes open(Data datagram_in, Data header_in, Length epochs_ahead) {
    const HeldBuffer datagram(datagram_in, "datagram"), header(header_in, "header");
    const auto epochs =
        static_cast<uint16_t>(number_within(epochs_ahead, "epochs_ahead", 0, UINT16_MAX));
    const ExclusiveTurn turn(turns_);
    NewBytes text(text_bytes(datagram.size));
    require_accepted(work(datagram.size + header.size, [&, to = text.data()] {
      return ascon_datagram_open_ahead(&peer_, epochs, to, data_of(datagram), datagram.size,
                                       header.data, header.size);
    }));
    return text.take();
  }

 private:
  friend class Column;

  /** ascon_datagram_open() takes no null pointer, which an empty buffer may have. */
  static const uint8_t *data_of(const HeldBuffer &datagram) {
    static const uint8_t nothing = 0;
    return datagram.size != 0 ? datagram.data : &nothing;
  }
  [[nodiscard]] size_t text_bytes(size_t datagram_bytes) const {
    return datagram_bytes > bytes_more() ? datagram_bytes - bytes_more() : 0;
  }
  void require_accepted(ascon_result result) {
    switch (result) {
      case ASCON_ERR_STORE: store_.raise_error();
      case ASCON_ERR_RANGE: raise_refused();
      case ASCON_ERR_ORDER: raise_wiped();
      default: check(result);
    }
  }
};

// ---- Many datagrams -----------------------------------------------------------------------------

/** The arguments of ascon_datagram_open_batch(), and turns of all its receivers. */
class Column {
 public:
  /** The receivers, datagrams and headers have one length, headers may also be None. Whoever
      changes the lists meanwhile changes nothing here: the column has its own references. */
  Column(const nb::list &receivers_in, const nb::list &datagrams_in, nb::handle headers_in)
      : arguments_(nb::make_tuple(
            nb::tuple(receivers_in), nb::tuple(datagrams_in),
            headers_in.is_none() ? nb::borrow(headers_in) : nb::object(nb::tuple(headers_in)))) {
    const nb::object receivers = arguments_[0], datagrams = arguments_[1], headers = arguments_[2];
    const size_t count = nb::len(datagrams);
    if (nb::len(receivers) != count || (!headers.is_none() && nb::len(headers) != count)) {
      raise(PyExc_ValueError, "receivers and headers must have %zu rows, as datagrams", count);
    }
    for (size_t i = 0; i < count; i++) {
      Receiver *receiver = nullptr;
      if (!nb::try_cast(receivers[i], receiver) || receiver == nullptr) {
        raise(PyExc_TypeError, "receivers must be Receivers, not %S", type_of(receivers[i]).ptr());
      }
      receivers_.push_back(receiver);
      datagrams_.push_back(
          std::make_unique<HeldBuffer>(Data{nb::handle(datagrams[i])}, "datagram"));
      headers_.push_back(std::make_unique<HeldBuffer>(
          OptionalData{headers.is_none() ? nb::handle(headers) : nb::handle(headers[i])},
          "header"));
    }
    take_turns();
    for (size_t i = 0; i < count; i++) {
      const HeldBuffer &datagram = *datagrams_[i], &header = *headers_[i];
      texts_.emplace_back(receivers_[i]->text_bytes(datagram.size));
      arrivals_.push_back({&receivers_[i]->peer_, texts_[i].data(), Receiver::data_of(datagram),
                           datagram.size, header.data, header.size, ASCON_OK});
      bytes_ += datagram.size + header.size;
    }
  }

  void open(const Pool &pool) {
    static_cast<void>(work(bytes_, [&] {
      return ascon_datagram_open_batch(arrivals_.data(), arrivals_.size(), pool.get());
    }));
  }
  /** The texts; in place of those that were not accepted, what Receiver.open() raises. */
  nb::list results() {
    nb::list all;
    for (size_t i = 0; i < arrivals_.size(); i++) {
      try {
        receivers_[i]->require_accepted(arrivals_[i].result);
        all.append(texts_[i].take());
      } catch (nb::python_error &error) {
        all.append(nb::borrow(error.value()));
      }
    }
    return all;
  }

 private:
  /** In the order of addresses, so that two calls never wait for each other. */
  void take_turns() {
    std::vector<Receiver *> once = receivers_;
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    for (Receiver *receiver : once) {
      turns_.push_back(std::make_unique<ExclusiveTurn>(receiver->turns_));
    }
  }

  nb::tuple arguments_;
  std::vector<Receiver *> receivers_;
  std::vector<std::unique_ptr<HeldBuffer>> datagrams_, headers_;
  std::vector<NewBytes> texts_;
  std::vector<ascon_datagram_arrival> arrivals_;
  std::vector<std::unique_ptr<ExclusiveTurn>> turns_;
  size_t bytes_ = 0;
};

nb::list open_many(const nb::list &receivers, const nb::list &datagrams, nb::handle headers,
                   Length threads) {
  const Pool pool = pool_for(threads);
  Column column(receivers, datagrams, headers);
  column.open(pool);
  return column.results();
}

// ---- Python's view of them ----------------------------------------------------------------------

const char *const KEY_ARGUMENT = "key: 16 bytes, for datagrams only. Many senders may share it.";
const char *const IDENTITY_ARGUMENT =
    "identity: 8 bytes that no other sender with this key has, such as its address.";
const char *const SETTINGS_ARGUMENT = "settings: Settings, equal at the sender and the receiver.";
const char *const STORE_ARGUMENT =
    "store: An object with load() and store(), such as a FileStore. Each sender and receiver\n"
    "        needs its own. None: counters begin at 0; discard the key together with this object.";
const char *const STEP_ARGUMENT =
    "step: The number of counters that one call of store() covers. A loss of power skips at\n"
    "        most this number. For a sender 1 to 16384 (to 4096 with an epoch_length of 1, to\n"
    "        192 with a counter_length of 1), for a receiver 1 to 64.";
const char *const HEADER_ARGUMENT = "header: Authenticated, not encrypted.";
const char *const START_ERRORS =
    "ValueError: A size or a setting is not allowed.\n"
    "    StateError: The counters are used up.\n"
    "    Exception: An exception that the store raised.";

const char *const INIT =
    "def __init__(self, key: typing_extensions.Buffer, identity: typing_extensions.Buffer, "
    "settings: asconkit.datagram.Settings, store: asconkit.datagram.Store | None = None, "
    "step: int = 1) -> None";

template <typename Class>
int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  return nb::inst_ready(self) ? nb::inst_ptr<Class>(self)->store().visit(visit, arg) : 0;
}

template <typename Class>
int clear(PyObject *self) {
  if (nb::inst_ready(self)) {
    nb::inst_ptr<Class>(self)->store().clear();
  }
  return 0;
}

/** A store may refer to what it is of: a cycle that the garbage collector has to see, so that the
    object is destroyed and its key wiped. */
template <typename Class>
nb::class_<Class> define_peer(nb::module_ &module, const char *name, const char *summary) {
  static const PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse<Class>)},
                                      {Py_tp_clear, reinterpret_cast<void *>(clear<Class>)},
                                      {0, nullptr}};
  nb::class_<Class> type(
      module, name, nb::type_slots(slots),
      docstring(summary,
                {KEY_ARGUMENT, IDENTITY_ARGUMENT, SETTINGS_ARGUMENT, STORE_ARGUMENT, STEP_ARGUMENT},
                "", {START_ERRORS})
          .c_str());
  type.def(nb::init<Data, Data, nb::handle, nb::handle, Length>(), "key"_a.none(),
           "identity"_a.none(), "settings"_a.none(), "store"_a.none() = nb::none(), "step"_a = 1,
           nb::sig(INIT));
  type.def_prop_ro(
      "next", &Class::next,
      "A sender's next counter, or a receiver's highest accepted counter plus 1. Before a "
      "receiver has accepted a datagram, the counter that its store loaded.");
  type.def_prop_ro("overhead", &Class::overhead, "Length of a datagram minus length of its text.");
  type.def(
      "set_counter_length", &Class::set_counter_length, "length"_a,
      docstring(
          "Changes how many bytes of the counter are sent from now on.\n\n"
          "The other side must know the new length, for example from the header. If all 7 bytes\n"
          "are sent, a receiver finds the counter no matter how many datagrams were lost.",
          {"length: 1 to 7, and more than `epoch_length`."})
          .c_str());
  type.def(
      "epoch_key", &Class::epoch_key,
      docstring(
          "The key of the epoch, for resume() after a restart.\n\n"
          "Once the first key and the keys of earlier epochs are erased, nobody who gets this key\n"
          "can read earlier datagrams. After a loss of power, the storage must have all of the\n"
          "new epoch key or all of the previous one. Then erase the previous epoch key.",
          {}, "20 secret bytes, which asconkit.wipe() erases: the key and the number of the epoch.",
          {"StateError: The sender or receiver was wiped."})
          .c_str());
  type.def_static(
      "resume",
      [](Data key, Data identity, nb::handle settings, nb::handle store, Length step) {
        return new Class(Resumed{}, key, identity, settings, store, step);
      },
      "epoch_key"_a.none(), "identity"_a.none(), "settings"_a.none(), "store"_a.none(),
      "step"_a = 1,
      nb::sig(
          ("def resume(epoch_key: typing_extensions.Buffer, identity: typing_extensions.Buffer, "
           "settings: asconkit.datagram.Settings, store: asconkit.datagram.Store, "
           "step: int = 1) -> " +
           std::string(name))
              .c_str()),
      docstring(
          "Continues after a restart with the key of an epoch instead of the first key.\n\n"
          "The counters continue at the counter that the store loads.",
          {"epoch_key: The result of epoch_key().", IDENTITY_ARGUMENT,
           "settings: Must have the tag_length and epoch_length that the key was made with.",
           "store: The store that was used before the restart.", STEP_ARGUMENT},
          "",
          {"ValueError: A size or a setting is not allowed, or does not fit the key.\n"
           "    StateError: The counter belongs to an earlier epoch than the key, or no counter\n"
           "        is left.\n"
           "    Exception: An exception that the store raised."})
          .c_str());
  type.def("wipe", &Class::wipe, "Erases the key; every later call raises StateError.");
  type.def(
      "__enter__", [](nb::handle self) { return nb::borrow(self); },
      nb::sig("def __enter__(self) -> typing_extensions.Self"));
  type.def(
      "__exit__", [](Class &self, const nb::args &) { self.wipe(); },
      nb::sig("def __exit__(self, *args: object) -> None"), "Erases the key.");
  refuse_pickling(type);
  return type;
}

void define_sender(nb::module_ &module) {
  auto type = define_peer<Sender>(
      module, "DatagramSender",
      "Encrypts datagrams. Threads take turns.\n\n"
      "In the child of a fork, calls raise StateError, because two processes would repeat nonces.");
  type.def(
      "seal", &Sender::seal, "text"_a, nb::arg("header").sig("b''") = nb::bytes("", 0),
      docstring("Encrypts the next datagram. Calls store() first if no stored counter is left.",
                {"text: Any number of bytes.", HEADER_ARGUMENT},
                "The low bytes of the counter, the ciphertext and the tag.",
                {"StateError: The counters are used up, or the sender was wiped.",
                 "Exception: An exception that the store raised. The next call tries again."})
          .c_str());
  type.def("rekey", &Sender::rekey,
           docstring(
               "Replaces the key by the next key and skips the remaining counters of the epoch.\n\n"
               "Receivers replace their key when they open the next datagram.\n"
               "Calls store() first if the first counter of the next epoch is not stored.",
               {}, "",
               {"StateError: The settings have no epochs, or this is the last epoch.",
                "Exception: An exception that the store raised. Nothing has changed."})
               .c_str());
  type.def("__repr__", [](const Sender &) { return "<asconkit.datagram.Sender>"; });
}

void define_receiver(nb::module_ &module) {
  auto type = define_peer<Receiver>(
      module, "DatagramReceiver",
      "Receives from one sender, and accepts each datagram once. Threads take turns.\n\n"
      "In the child of a fork, calls raise StateError: two processes would accept a datagram "
      "twice.");
  type.def(
      "open", &Receiver::open, "datagram"_a, nb::arg("header").sig("b''") = nb::bytes("", 0),
      nb::kw_only(), "epochs_ahead"_a = ASCON_DATAGRAM_MAX_EPOCHS_AHEAD,
      docstring(
          "Verifies and decrypts a datagram, and accepts it once.",
          {"datagram: The result of seal().", "header: The header given to seal().",
           "epochs_ahead: How many epochs the receiver may have missed, at most 65535. A\n"
           "        forged datagram can cost as many key derivations. Allow more than 16 only if\n"
           "        no valid datagram has arrived for a long time, and with 7 bytes of counter."},
          "The text.",
          {"InvalidTag: The datagram is forged, or older than the window. One forgery is counted;\n"
           "        forgery number `max_forgeries` wipes the receiver.",
           "Refused: The datagram was not decrypted: it is too short, was accepted before, is\n"
           "        too old or too far ahead.",
           "StateError: The receiver was wiped.",
           "Exception: An exception that the store raised. The datagram may be tried again."})
          .c_str());
  type.def("__repr__", [](const Receiver &) { return "<asconkit.datagram.Receiver>"; });
}

}  // namespace

void define_datagrams(nb::module_ &module) {
  define_sender(module);
  define_receiver(module);
  module.def("datagram_open_many", open_many, "receivers"_a, "datagrams"_a, "headers"_a.none(),
             "threads"_a,
             nb::sig("def datagram_open_many(receivers: list[DatagramReceiver], "
                     "datagrams: list[typing_extensions.Buffer], "
                     "headers: list[typing_extensions.Buffer] | None, threads: int) -> "
                     "list[bytes | Exception]"),
             "Like asconkit.datagram.open_many(), for lists of the same length.");
}

}  // namespace asconkit
