#include "training/trainer.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "eval/kernels.hpp"
#include "training/shares.hpp"
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

namespace tavoliere::training {
namespace {

// A batch is always cut into so many shares, each with a gradient of its own, added up in their order: the sum does not
// depend on how many threads there are.
constexpr std::size_t shares = 8;

using Floats = std::vector<float, CacheLines<float>>;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// The weights, or a gradient, or a moment of one: whatever has their shape.
struct Weights {
    Floats rows, bias, out, out_bias;

    Weights(std::size_t row_count, const TrainPlan& plan)
        : rows(row_count * std::size_t(plan.hidden)), bias(std::size_t(plan.hidden)),
          out(std::size_t(plan.buckets * plan.hidden)), out_bias(std::size_t(plan.buckets)) {}
    std::array<Floats*, 4> parts() { return {&rows, &bias, &out, &out_bias}; }
};

// Positions to rows of weights: the windows' cells as each symmetry of the board puts them, and rows for the codes met.
class Encoder {
public:
    Encoder(Network& network, const GameSession& game) : n(network) {
        for (const Renaming& to : game.symmetries()) {
            std::vector<std::uint8_t> from(to.size()); // what stands on c after the turn came from from[c]
            for (std::size_t c = 0; c < to.size(); ++c) from[to[c]] = std::uint8_t(c);
            std::vector<std::vector<std::uint8_t>> cells;
            for (const Window& w : n.windows) {
                cells.emplace_back();
                for (Cell c : w.cells) cells.back().push_back(from[c]);
            }
            turned.push_back(std::move(cells));
        }
    }
    std::size_t symmetries() const { return turned.size(); }
    std::size_t windows() const { return n.windows.size(); }

    // f(index of window and code) for each window of a position turned by symmetry s.
    template <class F> void each_code(const std::uint8_t* seen, std::size_t s, F f) const {
        for (std::size_t w = 0; w < n.windows.size(); ++w) {
            std::uint32_t code = 0;
            if (n.windows[w].cells.empty()) {
                code = seen[std::size_t(n.shape.cells + n.windows[w].byte)];
            } else {
                const auto& cells = turned[s][w];
                for (std::size_t i = cells.size(); i-- > 0;)
                    code = code * std::uint32_t(n.shape.states()) + seen[cells[i]];
            }
            f(n.first[w] + code);
        }
    }

    // Numbers rows for all codes that the samples have at least so often, in any symmetry, or that the network to begin with
    // knows. How many there are, with that of zeros; more than 65,536 are too many.
    std::size_t number_rows(const Samples& samples, const TrainPlan& plan) {
        const auto least = std::uint32_t(plan.least);
        std::array<std::vector<std::uint32_t>, shares> met; // no more than `least` times
        in_shares(shares, plan.threads, [&](std::size_t share) {
            auto& here = met[share];
            here.resize(n.row_of.size());
            for (std::size_t i = share * samples.size() / shares; i < (share + 1) * samples.size() / shares; ++i)
                for (std::size_t s = 0; s < symmetries(); ++s)
                    each_code(samples.position(i), s, [&](std::uint32_t index) { here[index] += here[index] < least; });
        });
        std::vector<std::uint64_t> times(n.row_of.size());
        for (const auto& here : met)
            for (std::size_t i = 0; i < times.size(); ++i) times[i] += here[i];
        std::size_t rows = 1;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const bool has_row = times[i] >= least || (plan.from && plan.from->row_of[i]);
            n.row_of[i] = has_row ? std::uint16_t(rows++) : std::uint16_t(0);
        }
        return rows;
    }
    std::uint16_t row(std::uint32_t index) const { return n.row_of[index]; }
    int bucket(const std::uint8_t* seen) const {
        const auto taken = std::count_if(seen, seen + n.shape.cells,
                                         [&](std::uint8_t state) { return state > 0 && state <= 2 * n.shape.kinds; });
        return n.bucket(int(taken));
    }

private:
    Network& n;
    std::vector<std::vector<std::vector<std::uint8_t>>> turned; // by symmetry, by window
};

class Trainer {
public:
    Trainer(const Samples& s, const TrainPlan& p, Network& network, const GameSession& game)
        : samples(s), plan(p), n(network), encoder(network, game), row_count(encoder.number_rows(s, p)),
          weights(row_count, p), first_moment(row_count, p), second_moment(row_count, p),
          row_limit(limit_of_rows(std::max(encoder.windows(), std::size_t(p.windows)))), hidden(std::size_t(p.hidden)) {
        plan.from ? begin_with(*plan.from) : begin();
    }

    bool too_many_rows() const { return row_count > 65536; }
    std::size_t rows() const { return row_count; }

    // All that the epochs to come depend on, beside the samples and the plan: what is random about one follows from its number.
    std::string state(const std::vector<Epoch>& epochs) {
        StateWriter out;
        out.put(std::uint64_t(epochs.size()));
        for (const Epoch& e : epochs) {
            out.put(e.loss);
            out.put(e.held_out_loss);
            out.put(e.positions_a_second);
        }
        out.put(steps);
        for (Weights* of : {&weights, &first_moment, &second_moment})
            for (const Floats* part : of->parts()) out.put_all(*part);
        return out.bytes();
    }
    // False where that is no state of this training.
    bool restore(std::string_view state, std::vector<Epoch>& epochs) {
        StateReader in(state);
        const auto count = in.get<std::uint64_t>();
        for (std::uint64_t i = 0; i < count && in.has_more(); ++i) {
            const auto loss = in.get<double>(), held_out = in.get<double>(), speed = in.get<double>();
            epochs.push_back({int(i) + 1, loss, held_out, speed, true});
        }
        steps = in.get<int>();
        for (Weights* of : {&weights, &first_moment, &second_moment})
            for (Floats* part : of->parts()) in.get_all(*part);
        return in.was_whole() && count > 0 && count <= std::uint64_t(plan.epochs);
    }

    Epoch run(int epoch) {
        const auto begin_time = std::chrono::steady_clock::now();
        const std::vector<std::uint32_t> order = shuffled(epoch);
        const auto size = std::size_t(plan.batch);
        const std::size_t batches = (order.size() + size - 1) / size;
        double loss = 0;
        for (std::size_t b = 0; b < batches; ++b) {
            const std::size_t from = b * size, to = std::min(order.size(), from + size);
            loss += learn(std::span(order).subspan(from, to - from), epoch);
            step(double(epoch - 1) + double(b) / double(batches), to - from);
        }
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_time).count();
        return {epoch, loss / double(order.size()), held_out_loss(), double(order.size()) / seconds};
    }

    // The weights as the network's integers.
    void quantise() const {
        const auto rounded = [](float v, int one, int least, int most) {
            return std::int16_t(std::clamp(int(std::lround(v * float(one))), least, most));
        };
        const auto coarse = [&](float v) {
            const int most = 32767 / plan.step;
            const int times = int(std::lround(v * float(unit_in) / float(plan.step)));
            return std::int16_t(std::clamp(times, -most, most) * plan.step);
        };
        n.weights.resize(weights.rows.size());
        for (std::size_t i = 0; i < n.weights.size(); ++i)
            n.weights[i] = i < hidden ? std::int16_t(0) : coarse(weights.rows[i]);
        n.bias.resize(hidden);
        for (std::size_t i = 0; i < hidden; ++i) n.bias[i] = rounded(weights.bias[i], unit_in, -32767, 32767);
        n.out.resize(weights.out.size());
        for (std::size_t i = 0; i < n.out.size(); ++i) n.out[i] = rounded(weights.out[i], unit_out, -127, 127);
        n.out_bias.resize(weights.out_bias.size());
        for (std::size_t i = 0; i < n.out_bias.size(); ++i)
            n.out_bias[i] = std::int32_t(std::lround(weights.out_bias[i] * unit_in * unit_out));
    }
    double quantised_loss() const {
        const Kernels& kernels = best_kernels();
        struct Room {
            Row sums;
            std::vector<const std::int16_t*> rows;
        };
        std::vector<Room> rooms(shares, {Row(hidden), {}});
        return mean_loss([&](const std::uint8_t* seen, std::size_t share) {
            auto& [sums, rows] = rooms[share];
            rows.clear();
            encoder.each_code(seen, 0, [&](std::uint32_t index) {
                rows.push_back(n.weights.data() + std::size_t(encoder.row(index)) * hidden);
            });
            kernels.update(sums.data(), n.bias.data(), rows.data(), int(rows.size()), nullptr, 0, plan.hidden);
            const int bucket = encoder.bucket(seen);
            return double(n.value(kernels.dot(sums.data(), n.out.data() + std::size_t(bucket) * hidden, plan.hidden),
                                  bucket)) /
                   value_unit;
        });
    }

private:
    // Small weights of either sign; hidden units half open.
    void begin() {
        Random random(plan.seed);
        const auto noise = [&](Floats& values, float most) {
            for (float& v : values) v = most * (float(random.next() >> 40) / float(1 << 23) - 1);
        };
        noise(weights.rows, 1 / std::sqrt(float(encoder.windows())));
        std::fill_n(weights.rows.begin(), hidden, 0.f);
        noise(weights.out, 1 / std::sqrt(float(hidden)));
        std::fill(weights.bias.begin(), weights.bias.end(), 0.25f);
    }

    // The weights of a network of the same shape; nothing for codes that it never saw.
    void begin_with(const Network& from) {
        const auto real = [](const auto& integers, Floats& values, float one) {
            std::transform(integers.begin(), integers.end(), values.begin(), [&](auto i) { return float(i) / one; });
        };
        for (std::size_t i = 0; i < n.row_of.size(); ++i) {
            const std::size_t there = from.row_of[i] * hidden, here = n.row_of[i] * hidden;
            for (std::size_t h = 0; here && h < hidden; ++h)
                weights.rows[here + h] = float(from.weights[there + h]) / unit_in;
        }
        real(from.bias, weights.bias, unit_in);
        real(from.out, weights.out, unit_out);
        real(from.out_bias, weights.out_bias, unit_in * unit_out);
    }

    std::vector<std::uint32_t> shuffled(int epoch) const {
        std::vector<std::uint32_t> order(samples.trained_on());
        std::iota(order.begin(), order.end(), 0u);
        Random random(plan.seed * 1'000'003 + std::uint64_t(epoch));
        shuffle(order, random);
        return order;
    }

    double target(std::size_t i) const {
        if (samples.points[i] == unknown) return logistic(samples.score[i]);
        const double result = samples.points[i] / 2.0;
        return plan.mix * logistic(samples.score[i]) + (1 - plan.mix) * result;
    }

    // What one thread needs for one position at a time, and the gradient that it gathers.
    struct Share {
        Weights gradient;
        Floats sums, open, back; // of the hidden layer: before the clamp, after it, and what comes back
        std::vector<std::uint16_t> rows;
        double loss = 0;
        Share(std::size_t row_count, const TrainPlan& plan)
            : gradient(row_count, plan), sums(std::size_t(plan.hidden)), open(sums), back(sums) {}
    };

    // The network's value of a position, in the logistic function's unit.
    double forward(Share& s, const std::uint8_t* seen, std::size_t symmetry, int bucket) const {
        s.rows.clear();
        encoder.each_code(seen, symmetry, [&](std::uint32_t index) { s.rows.push_back(encoder.row(index)); });
        std::copy(weights.bias.begin(), weights.bias.end(), s.sums.begin());
        float* const sums = s.sums.data();
        for (const auto r : s.rows) {
            const float* const row = weights.rows.data() + std::size_t(r) * hidden;
            for (std::size_t h = 0; h < hidden; ++h) sums[h] += row[h];
        }
        const float* const out = weights.out.data() + std::size_t(bucket) * hidden;
        float* const open = s.open.data();
        for (std::size_t h = 0; h < hidden; ++h) open[h] = std::min(std::max(sums[h], 0.f), 1.f);
        float sum = weights.out_bias[std::size_t(bucket)];
        for (std::size_t h = 0; h < hidden; ++h) sum += open[h] * open[h] * out[h];
        return double(sum);
    }

    void backward(Share& s, int bucket, float error) const {
        const float* const out = weights.out.data() + std::size_t(bucket) * hidden;
        float* const out_gradient = s.gradient.out.data() + std::size_t(bucket) * hidden;
        const float *const open = s.open.data(), *const sums = s.sums.data();
        float *const back = s.back.data(), *const bias = s.gradient.bias.data();
        for (std::size_t h = 0; h < hidden; ++h) {
            out_gradient[h] += error * open[h] * open[h];
            back[h] = sums[h] > 0.f && sums[h] < 1.f ? 2.f * error * open[h] * out[h] : 0.f;
            bias[h] += back[h];
        }
        s.gradient.out_bias[std::size_t(bucket)] += error;
        for (const auto r : s.rows) {
            float* const row = s.gradient.rows.data() + std::size_t(r) * hidden;
            for (std::size_t h = 0; h < hidden; ++h) row[h] += back[h];
        }
    }

    void learn_share(Share& s, std::span<const std::uint32_t> which, int epoch) const {
        for (Floats* part : s.gradient.parts()) std::fill(part->begin(), part->end(), 0.f);
        s.loss = 0;
        for (const std::uint32_t i : which) {
            const std::uint8_t* seen = samples.position(i);
            const std::size_t symmetry = mix_of(i, epoch) % encoder.symmetries();
            const int bucket = encoder.bucket(seen);
            const double guess = logistic(forward(s, seen, symmetry, bucket)), difference = guess - target(i);
            s.loss += difference * difference;
            backward(s, bucket, float(2 * difference * guess * (1 - guess)));
        }
    }
    std::uint64_t mix_of(std::uint32_t i, int epoch) const {
        return tavoliere::mix(plan.seed ^ (std::uint64_t(i) << 16) ^ std::uint64_t(epoch)) >> 8;
    }

    // The gradient of a batch, in the first share; the sum of its losses.
    double learn(std::span<const std::uint32_t> batch, int epoch) {
        while (gradients.size() < shares) gradients.emplace_back(row_count, plan);
        in_shares(shares, plan.threads, [&](std::size_t s) {
            const std::size_t from = s * batch.size() / shares, to = (s + 1) * batch.size() / shares;
            learn_share(gradients[s], batch.subspan(from, to - from), epoch);
        });
        double loss = 0;
        for (const Share& s : gradients) loss += s.loss;
        return loss;
    }

    // One step of Adam, after so many epochs.
    void step(double epochs_done, std::size_t size) {
        constexpr float decay1 = 0.9f, decay2 = 0.999f, tiny = 1e-8f;
        ++steps;
        const double fall = 0.505 + 0.495 * std::cos(std::numbers::pi * epochs_done / plan.epochs);
        const float rate = float(plan.rate * fall * std::sqrt(1 - std::pow(double(decay2), steps)) /
                                 (1 - std::pow(double(decay1), steps)));
        const auto all = weights.parts(), first = first_moment.parts(), second = second_moment.parts();
        const float limits[] = {row_limit, row_limit, 127.f / unit_out, 1e6f};
        for (std::size_t p = 0; p < all.size(); ++p) {
            std::array<const float*, shares> g;
            for (std::size_t s = 0; s < shares; ++s) g[s] = gradients[s].gradient.parts()[p]->data();
            float *const w = all[p]->data(), *const m = first[p]->data(), *const v = second[p]->data();
            const float limit = limits[p], part = 1.f / float(size);
            for (std::size_t i = 0; i < all[p]->size(); ++i) {
                float gradient = 0;
                for (std::size_t s = 0; s < shares; ++s) gradient += g[s][i];
                gradient *= part;
                m[i] = decay1 * m[i] + (1 - decay1) * gradient;
                v[i] = decay2 * v[i] + (1 - decay2) * gradient * gradient;
                w[i] = std::clamp(w[i] - rate * m[i] / (std::sqrt(v[i]) + tiny), -limit, limit);
            }
        }
        std::fill_n(weights.rows.begin(), hidden, 0.f); // the row of codes never seen stays empty
    }

    // Over the positions held out; `value` of one, in the logistic function's unit, in a share.
    template <class F> double mean_loss(F value) const {
        std::array<double, shares> sums{};
        in_shares(shares, plan.threads, [&](std::size_t s) {
            double sum = 0;
            for (std::size_t i = s * samples.held_out / shares; i < (s + 1) * samples.held_out / shares; ++i) {
                const std::size_t at = samples.trained_on() + i;
                sum += std::pow(logistic(value(samples.position(at), s)) - target(at), 2);
            }
            sums[s] = sum;
        });
        return std::accumulate(sums.begin(), sums.end(), 0.0) / double(samples.held_out);
    }
    double held_out_loss() {
        return mean_loss([&](const std::uint8_t* seen, std::size_t s) {
            return forward(gradients[s], seen, 0, encoder.bucket(seen));
        });
    }

    // No weight of a row may be larger: those of all windows and the bias together stay within 16 bits, in units of 1/255 and
    // rounded.
    static float limit_of_rows(std::size_t windows) {
        const int most = 32767 / int(windows + 1);
        return std::min(float(128.0 / double(windows + 1)), float(most) / unit_in);
    }

    const Samples& samples;
    const TrainPlan& plan;
    Network& n;
    Encoder encoder;
    const std::size_t row_count;
    Weights weights, first_moment, second_moment;
    const float row_limit;
    const std::size_t hidden;
    std::vector<Share> gradients;
    int steps = 0;
};

// The settings of a checkpoint are all that it is good for, the samples among them by their checksum.
JobFile job_of(const Samples& samples, const TrainPlan& plan) {
    Checksum data;
    const auto add = [&](const auto& list) { data.add(list.data(), list.size() * sizeof *list.data()); };
    add(samples.seen);
    add(samples.score);
    add(samples.points);
    return {plan.checkpoint, "train",
            "game=" + samples.variant + "; inputs=" + plan.inputs + "; hidden=" + std::to_string(plan.hidden) +
                "; buckets=" + std::to_string(plan.buckets) + "; epochs=" + std::to_string(plan.epochs) +
                "; batch=" + std::to_string(plan.batch) + "; rate=" + json_number(plan.rate) +
                "; mix=" + json_number(plan.mix) + "; least=" + std::to_string(plan.least) +
                "; windows=" + std::to_string(plan.windows) + "; step=" + std::to_string(plan.step) +
                "; seed=" + std::to_string(plan.seed) + "; from=" + (plan.from ? hex(plan.from->checksum) : "none") +
                "; held out=" + std::to_string(samples.held_out) + "; games' checksum=" + hex(data.value())};
}

}

Expected<Trained> train(const Samples& samples, const TrainPlan& plan, const GameSession& game,
                        const std::function<void(const Epoch&)>& report, const std::atomic<bool>& stop) {
    auto network = network_for(samples.variant, game.geometry(), game.shape(), plan.inputs, plan.hidden, plan.buckets,
                               plan.from ? plan.from->patterns : "");
    if (!network) return std::unexpected(network.error());
    Trained result{std::move(*network), 0, {}};
    Trainer trainer(samples, plan, result.network, game);
    if (trainer.too_many_rows())
        return problem("train: the games have " + std::to_string(trainer.rows()) + " different windows of " +
                       in_quotes(plan.inputs) + "; a network holds 65535");
    JobFile job = job_of(samples, plan);
    const auto state = job.load();
    if (!state) return std::unexpected(state.error());
    if (*state && !trainer.restore(**state, result.epochs)) return job.unreadable();
    for (const Epoch& before : result.epochs) report(before);
    for (int epoch = int(result.epochs.size()) + 1; epoch <= plan.epochs && !stop; ++epoch) {
        result.epochs.push_back(trainer.run(epoch));
        if (auto saved = job.save(plan.checkpoint.empty() ? "" : trainer.state(result.epochs)); !saved)
            return std::unexpected(saved.error());
        report(result.epochs.back());
    }
    trainer.quantise();
    result.quantised_loss = trainer.quantised_loss();
    return result;
}

}
