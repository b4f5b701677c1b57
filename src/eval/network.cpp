#include "eval/network.hpp"
#include "base/checksum.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

namespace tavoliere {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian and read as they are");
constexpr std::string_view magic = "tavoliere network 1";
constexpr std::uint64_t most_codes = 1 << 23; // 17 MB of `row_of`

template <class V> void append(std::string& out, const V& values) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}
// As many values as there is room for in `values`; false where the file is too short.
template <class V> bool take_values(std::string_view& rest, V& values) {
    const std::size_t size = values.size() * sizeof(values[0]);
    if (rest.size() < size) return false;
    rest.copy(reinterpret_cast<char*>(values.data()), size);
    rest.remove_prefix(size);
    return true;
}

// Which codes have a row, a bit each.
std::vector<std::uint8_t> seen_codes(const Network& n) {
    std::vector<std::uint8_t> bits((n.row_of.size() + 7) / 8);
    for (std::size_t i = 0; i < n.row_of.size(); ++i) bits[i / 8] |= std::uint8_t((n.row_of[i] != 0) << i % 8);
    return bits;
}
// Rows in the order of the codes; how many there are, with that of zeros.
std::size_t number_rows(Network& n, const std::vector<std::uint8_t>& seen) {
    std::size_t rows = 1;
    for (std::size_t i = 0; i < n.row_of.size(); ++i)
        n.row_of[i] = seen[i / 8] >> i % 8 & 1 ? std::uint16_t(rows++) : std::uint16_t(0);
    return rows;
}

// No sum of one row a window can leave 16 bits, in any order of adding up: for each hidden unit the largest row of each window is
// added up.
bool fits_accumulator(const Network& n) {
    const auto hidden = std::size_t(n.hidden);
    std::vector<int> bound(hidden), largest; // for each of `known`, so many
    for (std::size_t h = 0; h < hidden; ++h) bound[h] = std::abs(n.bias[h]);
    std::vector<std::uint32_t> known; // first codes, which windows that share weights have alike
    for (std::size_t w = 0; w < n.windows.size(); ++w) {
        const auto at = std::size_t(std::find(known.begin(), known.end(), n.first[w]) - known.begin()) * hidden;
        if (at == largest.size()) {
            known.push_back(n.first[w]);
            largest.resize(at + hidden);
            for (int code = 0; code < codes_of(n.windows[w], n.shape); ++code) {
                if (!n.has_row(w, std::uint16_t(code))) continue;
                const std::int16_t* row = n.row(w, std::uint16_t(code));
                for (std::size_t h = 0; h < hidden; ++h)
                    largest[at + h] = std::max(largest[at + h], std::abs(int(row[h])));
            }
        }
        for (std::size_t h = 0; h < hidden; ++h) bound[h] += largest[at + h];
    }
    return *std::max_element(bound.begin(), bound.end()) <= 32767;
}

// The value of a header's line "NAME VALUE".
std::optional<std::string_view> field(std::string_view header, std::string_view name) {
    for (std::string_view line : split(header, '\n'))
        if (line.starts_with(name) && line.substr(name.size()).starts_with(' ')) return line.substr(name.size() + 1);
    return {};
}
std::optional<int> number_field(std::string_view header, std::string_view name, int least, int most) {
    const auto text = field(header, name);
    const auto value = parse_number<int>(text ? *text : "", least, most);
    return value ? std::optional<int>(*value) : std::nullopt;
}

// Whether the two are the same, but for open options.
bool serves(std::string_view game, std::string_view variant) {
    const auto any = open_options(game);
    return !any.empty() && without(any, game) == without(any, variant);
}

}

Expected<Network> network_for(std::string_view game, const Geometry& geometry, const PositionShape& shape,
                              std::string_view inputs, int hidden, int buckets, std::string_view patterns) {
    auto windows = windows_of(geometry, shape, inputs);
    if (!windows) return std::unexpected(windows.error());
    Network n;
    n.game = game;
    n.inputs = inputs;
    n.shape = shape;
    n.hidden = hidden;
    n.buckets = buckets;
    n.patterns = patterns;
    std::uint64_t codes = 0;
    const auto too_many = [] {
        return problem("network: its windows have more than " + std::to_string(most_codes) +
                       " codes together; smaller ones, or shared ones, have fewer");
    };
    std::map<std::string, std::uint32_t, std::less<>> shared; // the first code, by Window::pattern
    if (!patterns.empty()) {
        for (std::string_view pattern : split(patterns, ' ')) {
            if (!pattern.starts_with("(0,0)") || !shared.emplace(pattern, std::uint32_t(codes)).second)
                return problem("network: its line of patterns has " + in_quotes(pattern) +
                               "; a pattern begins with (0,0) and stands there once");
            Window window;
            window.cells.resize(std::size_t(std::ranges::count(pattern, '(')));
            codes += std::uint64_t(codes_of(window, shape));
            if (codes > most_codes) return too_many();
        }
        std::erase_if(*windows, [&](const Window& w) { return !w.cells.empty() && !shared.contains(w.pattern); });
    }
    if (windows->empty() || windows->front().cells.empty())
        return problem("network: none of its windows of " + in_quotes(inputs) +
                       " lies on this board; others do, as for example cells");
    // Fewer than 65,536: a kind has some thousand at most, and each is named once.
    const bool are_all_shared =
        std::ranges::all_of(*windows, [](const Window& w) { return w.cells.empty() || !w.pattern.empty(); });
    n.windows = std::move(*windows);
    n.powers.assign(std::size_t(shape.cells) * n.codes_size(), 0);
    n.windows_of_cells.assign(std::size_t(shape.cells) * n.words(), 0);
    n.byte_window_bits.assign(n.words(), 0);
    n.byte_window.resize(std::size_t(shape.bytes()));
    for (std::size_t w = 0; w < n.windows.size(); ++w) {
        const std::string& pattern = n.windows[w].pattern;
        const auto known = shared.find(pattern);
        n.first.push_back(known == shared.end() ? std::uint32_t(codes) : known->second);
        if (known == shared.end()) {
            codes += std::uint64_t(codes_of(n.windows[w], shape));
            if (codes > most_codes) return too_many();
            if (!pattern.empty()) shared.emplace(pattern, n.first.back());
            if (!pattern.empty() && are_all_shared) n.patterns += (n.patterns.empty() ? "" : " ") + pattern;
        }
        std::uint16_t power = 1;
        for (Cell c : n.windows[w].cells) {
            n.powers[c * n.codes_size() + w] = power;
            n.windows_of_cells[c * n.words() + w / 64] |= std::uint64_t{1} << w % 64;
            power = std::uint16_t(power * shape.states());
        }
        if (n.windows[w].cells.empty()) {
            n.byte_window[std::size_t(n.windows[w].byte)] = std::uint16_t(w);
            n.byte_window_bits[w / 64] |= std::uint64_t{1} << w % 64;
        }
    }
    n.row_of.assign(codes, 0);
    return n;
}

std::string network_file(const Network& n) {
    std::string out = std::string(magic) + "\ngame " + n.game + "\ninputs " + n.inputs + "\nhidden " +
                      std::to_string(n.hidden) + "\nbuckets " + std::to_string(n.buckets) + "\nmade " + n.made +
                      (n.patterns.empty() ? "" : "\npatterns " + n.patterns) + "\n\n";
    append(out, seen_codes(n));
    out.append(reinterpret_cast<const char*>(n.weights.data() + n.hidden),
               (n.weights.size() - std::size_t(n.hidden)) * 2);
    append(out, n.bias);
    append(out, std::vector<std::int8_t>(n.out.begin(), n.out.end()));
    append(out, n.out_bias);
    const std::uint64_t sum = checksum(out);
    out.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return out;
}

std::string_view game_of_network(std::string_view file) {
    return field(file.substr(0, file.find("\n\n")), "game").value_or("");
}

std::vector<std::string_view> open_options(std::string_view game) {
    std::vector<std::string_view> any;
    for (std::string_view option : split(game.substr(std::min(game.find(':') + 1, game.size())), ','))
        if (option.ends_with("=any")) any.push_back(option.substr(0, option.find('=')));
    return any;
}
std::string variant_of_network(std::string_view file) {
    const std::string_view game = split(game_of_network(file), ' ').front();
    return without(open_options(game), game);
}

std::string_view patterns_of_network(std::string_view file) {
    return field(file.substr(0, file.find("\n\n")), "patterns").value_or("");
}

std::string_view network_file_for(std::string_view variant, std::span<const std::string_view> files) {
    std::string_view best;
    for (std::string_view file : files)
        for (std::string_view game : split(game_of_network(file), ' ')) {
            if (game == variant) return file;
            if (best.empty() && serves(game, variant)) best = file;
        }
    return best;
}

Expected<std::shared_ptr<const Network>> read_network(std::string_view file, const Geometry& geometry,
                                                      const PositionShape& shape) {
    if (!file.starts_with(std::string(magic) + "\n"))
        return problem("network: the file does not begin with \"" + std::string(magic) + "\"");
    const auto broken = [] { return problem("network: the file is broken; fetch or make it again"); };
    std::uint64_t sum = 0;
    if (file.size() < sizeof sum) return broken();
    std::memcpy(&sum, file.data() + file.size() - sizeof sum, sizeof sum);
    file.remove_suffix(sizeof sum);
    if (checksum(file) != sum) return broken();
    const auto end = file.find("\n\n");
    if (end == std::string_view::npos) return broken();
    const std::string_view header = file.substr(0, end + 1);
    std::string_view rest = file.substr(end + 2);
    const auto game = field(header, "game"), inputs = field(header, "inputs"), made = field(header, "made");
    const auto hidden = number_field(header, "hidden", 32, 256), buckets = number_field(header, "buckets", 1, 64);
    if (!game || !inputs || !made || !hidden || *hidden % 32 || !buckets) return broken();
    if (!is_one_line(*game) || !is_one_line(*made)) return broken(); // they are shown to people

    auto n = network_for(*game, geometry, shape, *inputs, *hidden, *buckets, field(header, "patterns").value_or(""));
    if (!n) return std::unexpected(n.error());
    n->made = *made;
    n->checksum = sum;
    std::vector<std::uint8_t> seen((n->row_of.size() + 7) / 8);
    const auto unfit = [&] {
        return problem("network: it was made for " + in_quotes(split(*game, ' ').front()) +
                       ", whose positions differ from these");
    };
    if (!take_values(rest, seen)) return unfit();
    const std::size_t rows = number_rows(*n, seen), wide = std::size_t(*hidden);
    if (rows > 65536) return broken();
    Row weights((rows - 1) * wide);
    std::vector<std::int8_t> out(std::size_t(*buckets) * wide);
    n->bias.resize(wide);
    n->out_bias.resize(std::size_t(*buckets));
    if (!take_values(rest, weights) || !take_values(rest, n->bias) || !take_values(rest, out) ||
        !take_values(rest, n->out_bias) || !rest.empty())
        return unfit();
    n->weights.assign(wide, 0);
    n->weights.insert(n->weights.end(), weights.begin(), weights.end());
    n->out.assign(out.begin(), out.end());
    if (std::find(out.begin(), out.end(), -128) != out.end()) return broken();
    if (!fits_accumulator(*n))
        return problem("network: its sums could leave 16 bits on this board; use one made for a board as large");
    return std::make_shared<const Network>(std::move(*n));
}

}
