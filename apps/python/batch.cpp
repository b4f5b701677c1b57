// Many positions in one object, read and written as NumPy arrays.
#include "common.hpp"

namespace tavoliere::python {

namespace {

// One call at a time, without the interpreter's lock: two threads may have the same batch.
struct SharedBatch {
    std::unique_ptr<Batch> batch;
    bool auto_reset;
    std::unique_ptr<std::mutex> mutex = std::make_unique<std::mutex>();

    py::ssize_t size() const { return batch->size(); }
    template <class F> auto alone(F f) {
        py::gil_scoped_release released;
        const std::lock_guard lock(*mutex);
        return f(*batch);
    }
};

// As whole numbers: whatever NumPy or DLPack makes an array of, but not of fractions.
py::array_t<std::int64_t> actions_of(const py::object& given, py::ssize_t size) {
    py::object array = given;
    if (!py::isinstance<py::array>(array)) {
        const auto numpy = py::module_::import("numpy");
        array = py::hasattr(array, "__dlpack__") ? numpy.attr("from_dlpack")(array) : numpy.attr("asarray")(array);
    }
    const auto found = py::reinterpret_borrow<py::array>(array);
    if ((found.dtype().kind() != 'i' && found.dtype().kind() != 'u') || found.ndim() != 1 || found.shape(0) != size)
        throw py::value_error("actions: whole numbers in an array of shape (" + std::to_string(size) +
                              ",) are wanted here");
    return py::array_t < std::int64_t, py::array::c_style | py::array::forcecast > (found);
}

int index_of(const SharedBatch& b, int index) {
    const int size = b.batch->size();
    if (index < -size || index >= size)
        throw py::index_error("index: " + std::to_string(index) + " where there are " + std::to_string(size) +
                              " positions");
    return index < 0 ? index + size : index;
}

// An array of a number for each position, filled by fill(batch, span).
template <class T, class Fill> py::array_t<T> filled(SharedBatch& b, const py::object& out,
                                                     const std::vector<py::ssize_t>& shape, Fill fill) {
    auto array = array_for<T>(out, shape);
    const std::span<T> span = span_of(array);
    b.alone([&](Batch& batch) { fill(batch, span); });
    return array;
}

std::span<std::uint8_t> bytes(std::span<bool> flags) {
    static_assert(sizeof(bool) == 1);
    return {reinterpret_cast<std::uint8_t*>(flags.data()), flags.size()};
}

py::tuple step(SharedBatch& b, const py::object& given) {
    const auto actions = actions_of(given, b.size());
    py::array_t<float> rewards({b.size(), py::ssize_t(2)});
    py::array_t<bool> terminated(b.size());
    float* const got = rewards.mutable_data();
    const std::span<bool> ended = span_of(terminated);
    const std::span<const std::int64_t> chosen{actions.data(), std::size_t(actions.size())};
    need(b.alone([&](Batch& batch) -> Expected<void> {
        std::vector<std::int8_t> outcomes(chosen.size());
        if (auto taken = batch.step(chosen, b.auto_reset, outcomes, bytes(ended)); !taken) return taken;
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            got[2 * i] = outcomes[i], got[2 * i + 1] = float(-outcomes[i]);
        return {};
    }));
    return py::make_tuple(rewards, terminated);
}

// Whole numbers of any kind, NumPy's too. ValueError where it is none of 64 bits.
std::uint64_t seed_of(const py::object& given) {
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
    if (!whole) throw py::error_already_set();
    const std::uint64_t seed = PyLong_AsUnsignedLongLong(whole.ptr());
    if (PyErr_Occurred()) {
        PyErr_Clear();
        throw py::value_error("seed: a whole number from 0 to 2**64 - 1 is wanted here");
    }
    return seed;
}

py::array_t<std::int8_t> playouts(SharedBatch& b, const py::object& chance, const py::object& out,
                                  std::optional<double> timeout) {
    const std::uint64_t seed = seed_of(chance);
    auto array = array_for<std::int8_t>(out, {b.size()});
    const std::span<std::int8_t> outcomes = span_of(array);
    run_long(timeout, [&](const std::atomic<bool>& stop) {
        const std::lock_guard lock(*b.mutex);
        b.batch->playouts(seed, outcomes, stop);
        return true;
    });
    return array;
}

}

void add_batches(py::module_& module) {
    const auto out = py::arg("out") = py::none();
    py::class_<SharedBatch> batch(
        module, "Batch",
        "Batch(game, size, seed=1, auto_reset=False): so many positions of one variant in one object, at first the "
        "first position each.\n"
        "`game` is a Game or a variant's name, `size` from 1 to 1,000,000. Arrays are written straight into NumPy's "
        "memory, which DLPack\n"
        "shares (torch.from_dlpack(batch.observe())); with out=ARRAY into that array, which must have the shape and "
        "dtype that is said\n"
        "and be writable and C-contiguous, else ValueError. Calls release the interpreter's lock.");
    const auto make = [](const std::string& variant, int size, const py::object& seed, bool auto_reset) {
        return SharedBatch{need(open_batch(variant, size, seed_of(seed))), auto_reset};
    };
    batch.def(py::init([make](const Game& game, int size, const py::object& seed, bool auto_reset) {
                  return make(game.variant(), size, seed, auto_reset);
              }),
              py::arg("game"), py::arg("size"), py::arg("seed") = 1, py::arg("auto_reset") = false);
    batch.def(py::init(make), py::arg("game"), py::arg("size"), py::arg("seed") = 1, py::arg("auto_reset") = false);
    batch.def("__len__", &SharedBatch::size);
    batch.def_readonly("auto_reset", &SharedBatch::auto_reset,
                       "Whether a game that ends begins again with the same step (bool).");
    batch.def("num_distinct_actions", [](const SharedBatch& b) { return b.batch->actions(); }, "As Game has it (int).");
    batch.def(
        "observation_shape",
        [](const SharedBatch& b) { return observation_shape(b.batch->geometry(), b.batch->planes()); },
        "Of one position: as Game.observation_tensor_shape() (list of int).");
    batch.def(
        "clone",
        [](SharedBatch& b) { return SharedBatch{b.alone([](Batch& one) { return one.copy(); }), b.auto_reset}; },
        "A Batch of its own with the same positions and random numbers.");
    batch.def(
        "reset", [](SharedBatch& b) { b.alone([](Batch& one) { one.reset(); }); },
        "All begin at the first position again.");
    batch.def(
        "set_position",
        [](SharedBatch& b, int index, const std::string& text) {
            const int at = index_of(b, index);
            need(b.alone([&](Batch& one) { return one.set_position(at, text); }));
        },
        py::arg("index"), py::arg("position"),
        "One begins at a position's text. ValueError, and nothing changes, where that is none; IndexError.");
    batch.def(
        "position",
        [](SharedBatch& b, int index) {
            const int at = index_of(b, index);
            return b.alone([&](Batch& one) { return one.position(at); });
        },
        py::arg("index"), "A position's text (str). IndexError.");
    batch.def(
        "current_player",
        [](SharedBatch& b, const py::object& to) {
            return filled<std::int8_t>(b, to, {b.size()},
                                       [](Batch& one, std::span<std::int8_t> span) { one.players(span); });
        },
        out, "int8, shape (size,): whose turn it is, 0 x, 1 o; also where the game is over.");
    batch.def(
        "is_terminal",
        [](SharedBatch& b, const py::object& to) {
            return filled<bool>(b, to, {b.size()}, [](Batch& one, std::span<bool> span) { one.ended(bytes(span)); });
        },
        out, "bool, shape (size,): whether the game is over.");
    batch.def(
        "outcome",
        [](SharedBatch& b, const py::object& to) {
            return filled<std::int8_t>(b, to, {b.size()},
                                       [](Batch& one, std::span<std::int8_t> span) { one.outcomes(span); });
        },
        out, "int8, shape (size,): what x has got, 1, 0 or -1; 0 while the game goes on.");
    batch.def(
        "legal_action_mask",
        [](SharedBatch& b, const py::object& to) {
            return filled<bool>(b, to, {b.size(), b.batch->actions()},
                                [](Batch& one, std::span<bool> span) { one.legal_mask(bytes(span)); });
        },
        out, "bool, shape (size, num_distinct_actions): True for the legal actions; all False where the game is over.");
    batch.def(
        "random_actions",
        [](SharedBatch& b, const py::object& to) {
            return filled<std::int64_t>(b, to, {b.size()},
                                        [](Batch& one, std::span<std::int64_t> span) { one.random_actions(span); });
        },
        out, "int64, shape (size,): a legal action of each, every one alike; -1 where the game is over.");
    batch.def("step", &step, py::arg("actions"),
              "Plays an action in each position: whole numbers, shape (size,), of NumPy or DLPack. Where the game is "
              "over nothing happens, "
              "whatever the\naction; with auto_reset a game that ends begins again at once. Returns (rewards, "
              "terminated): float32, shape "
              "(size, 2), what x and o\nhave got where the game is over, and bool, shape (size,), whether it is, "
              "before it began again. "
              "ValueError, and nothing changes, where\nan action is not legal.");
    batch.def(
        "observe",
        [](SharedBatch& b, const py::object& to) {
            std::vector<py::ssize_t> shape = observation_shape(b.batch->geometry(), b.batch->planes());
            shape.insert(shape.begin(), b.size());
            return filled<float>(b, to, shape, [](Batch& one, std::span<float> span) { one.observe(span); });
        },
        out, "float32, shape (size, *observation_shape()): each position as its player to move sees it.");
    batch.def("playouts", &playouts, py::arg("seed") = 1, out, py::arg("timeout") = py::none(),
              "Plays a game of random moves from each position to its end; the positions stay. Returns int8, shape "
              "(size,): what x has got, "
              "1, 0 or -1.\nTimeoutError after `timeout` seconds; Ctrl-C ends it.");
    batch.def("__repr__", [](SharedBatch& b) { return "<tavoliere.Batch of " + std::to_string(b.size()) + ">"; });
}

}
