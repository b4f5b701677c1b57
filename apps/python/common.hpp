// What the files of the module share: the types that Python sees, and how long calls are run.
#pragma once
#include "base/problem.hpp"
#include "session/batch.hpp"
#include "session/session.hpp"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace tavoliere::python {

namespace py = pybind11;

// A value, or ValueError with the problem's line.
template <class T> T need(Expected<T> value) {
    if (!value) throw py::value_error(value.error().text);
    if constexpr (!std::is_void_v<T>) return std::move(*value);
}

// A variant: what it is asked for, and a session at its first position, of which states are copies.
struct Game {
    std::shared_ptr<GameSession> first;
    const std::string& variant() const { return first->variant(); }
};

// A position with the moves that led there.
struct State {
    std::unique_ptr<GameSession> session;
    std::string start = "startpos";
    std::vector<std::string> moves;
    std::vector<int> actions;
    std::vector<std::string> last; // the path of the last move

    State(std::unique_ptr<GameSession> s, std::string from) : session(std::move(s)), start(std::move(from)) {}
    State(const State& o)
        : session(o.session->copy()), start(o.start), moves(o.moves), actions(o.actions), last(o.last) {}

    void play(std::string_view move);
    bool undo();
};
State state_at(const Game& game, const std::string& position);

// The shape of one observation: planes, rows and columns; or planes and cells where the rows are not equally long.
std::vector<py::ssize_t> observation_shape(const Geometry& geometry, int planes);

// JSON as Python's own values.
py::object from_json(const std::string& text);

// `out`, where it is given, or a new array: of this shape and type, one cell after the other. ValueError where `out` is anything else.
template <class T> py::array_t<T> array_for(const py::object& out, const std::vector<py::ssize_t>& shape) {
    if (out.is_none()) return py::array_t<T>(shape);
    const auto fail = [&] {
        std::string wanted = "(";
        for (const py::ssize_t n : shape) wanted += std::to_string(n) + ",";
        wanted.back() = ')';
        throw py::value_error("out: a writable C-contiguous array of " + std::string(py::str(py::dtype::of<T>())) +
                              " and shape " + wanted + " is wanted here");
    };
    if (!py::isinstance<py::array_t<T, py::array::c_style>>(out)) fail();
    auto array = py::reinterpret_borrow<py::array_t<T>>(out);
    const bool is_aligned = array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_;
    if (!is_aligned || !array.writeable() || std::size_t(array.ndim()) != shape.size()) fail();
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (array.shape(py::ssize_t(i)) != shape[i]) fail();
    return array;
}
template <class T> std::span<T> span_of(py::array_t<T>& array) {
    return {array.mutable_data(), std::size_t(array.size())};
}

inline constexpr const char* no_timeout = "timeout: a number of seconds, not negative, is wanted here";

// Runs work(stop) on a thread of its own and without the interpreter's lock. Ctrl-C, or another signal whose handler raises, sets `stop`
// and is raised; so is TimeoutError after `timeout` seconds, and whatever the work threw.
template <class Work> auto run_long(std::optional<double> timeout, Work work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto between_signals = std::chrono::milliseconds(20);
    if (timeout && !(*timeout >= 0)) throw py::value_error(no_timeout);
    std::atomic<bool> stop{false};
    std::optional<decltype(work(std::as_const(stop)))> answer;
    std::exception_ptr thrown;
    std::optional<py::error_already_set> signal;
    bool is_late = false;
    {
        py::gil_scoped_release released;
        std::mutex mutex;
        std::condition_variable ended;
        bool has_ended = false;
        std::jthread thread([&] {
            try {
                answer.emplace(work(std::as_const(stop)));
            } catch (...) { thrown = std::current_exception(); }
            const std::lock_guard lock(mutex);
            has_ended = true;
            ended.notify_one();
        });
        const auto begin = Clock::now();
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, between_signals, [&] { return has_ended; })) {
            if (stop) continue;
            is_late = timeout && std::chrono::duration<double>(Clock::now() - begin).count() >= *timeout;
            lock.unlock(); // the work may be waiting for the interpreter
            if (!is_late) {
                py::gil_scoped_acquire held;
                if (PyErr_CheckSignals() != 0) signal.emplace();
            }
            lock.lock();
            stop = is_late || signal;
        }
    }
    if (signal) throw py::error_already_set(*signal);
    if (thrown) std::rethrow_exception(thrown);
    if (is_late) {
        PyErr_SetString(PyExc_TimeoutError,
                        ("not done in " + std::string(py::str(py::float_(*timeout))) + " seconds").c_str());
        throw py::error_already_set();
    }
    return std::move(*answer);
}

void add_states(py::module_& module);
void add_batches(py::module_& module);
void add_asking(py::module_& module, py::class_<Game>& game, py::class_<State>& state);

}
