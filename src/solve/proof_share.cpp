#include "solve/proof_share.hpp"
#include "base/checksum.hpp"
#include "base/text.hpp"
#include "solve/solution.hpp"
#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "tavoliere proof state 1";
constexpr std::size_t word_bytes = sizeof(std::uint64_t), words_of_facts = 3;

void add_word(std::string& bytes, std::uint64_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
std::uint64_t sum_of(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes.data(), bytes.size());
    return sum.value();
}
std::uint64_t word_at(std::string_view bytes, std::size_t index) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + index * word_bytes, word_bytes);
    return value;
}

// False where no facts are packed so.
bool unpack(std::uint64_t data, Facts& facts) {
    if (data >> packed_facts::bits) return false;
    facts = packed_facts::unpack(data);
    return !facts.is_open() || (facts.phi > 0 && facts.delta > 0);
}

}

std::string written_answer(const ProofAnswer& answer) {
    std::string bytes;
    add_word(bytes, answer.nodes);
    for (const KnownFacts& known : answer.facts) {
        add_word(bytes, known.key.place);
        add_word(bytes, known.key.check);
        add_word(bytes, packed_facts::pack(known.facts));
    }
    return bytes;
}

std::optional<ProofAnswer> read_answer(std::string_view bytes) {
    const std::size_t words = bytes.size() / word_bytes;
    if (bytes.size() % word_bytes || words % words_of_facts != 1 || words == 1 ||
        words > 1 + words_of_facts * most_facts_of_an_answer)
        return {};
    ProofAnswer answer{word_at(bytes, 0), {}};
    for (std::size_t i = 1; i < words; i += words_of_facts) {
        KnownFacts known{{word_at(bytes, i), word_at(bytes, i + 1)}, {}};
        if (!unpack(word_at(bytes, i + 2), known.facts)) return {};
        answer.facts.push_back(known);
    }
    return answer;
}

std::string written_state(ProofState state) {
    auto& facts = state.facts;
    const auto by_key = [](const KnownFacts& k) { return std::pair(k.key.place, k.key.check); };
    if (facts.size() > most_facts_of_a_state) {
        std::ranges::sort(facts, std::greater<>(),
                          [&](const KnownFacts& k) { return std::pair(k.facts.work, by_key(k)); });
        facts.resize(most_facts_of_a_state);
    }
    std::ranges::sort(facts, {}, by_key);
    std::string bytes = std::string(beginning) + "\nvariant " + state.variant + "\nposition " + state.position +
                        "\nvalue " + (state.value ? std::string(value_names[std::size_t(*state.value + 1)]) : "open") +
                        "\nanswers " + std::to_string(state.answers) + "\nnodes " + std::to_string(state.nodes) +
                        "\nfacts " + std::to_string(facts.size()) + "\n";
    for (const KnownFacts& k : facts) add_word(bytes, k.key.place);
    for (const KnownFacts& k : facts) add_word(bytes, k.key.check);
    for (const KnownFacts& k : facts) add_word(bytes, packed_facts::pack(k.facts));
    add_word(bytes, sum_of(bytes));
    return bytes;
}

Expected<ProofState> read_state(std::string_view bytes) {
    const auto wrong = [](const std::string& what) { return problem("proof state: " + what); };
    std::string_view rest = bytes;
    const auto line = [&]() -> std::string_view {
        const std::string_view first = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), first.size() + 1));
        return first;
    };
    if (line() != beginning) return wrong("it does not begin with " + in_quotes(beginning));
    bool is_whole = true;
    const auto field = [&](std::string_view name) -> std::string_view {
        const std::string_view text = line();
        is_whole = is_whole && text.starts_with(std::string(name) + " ");
        return is_whole ? text.substr(name.size() + 1) : "";
    };
    const auto number = [&](std::string_view name) {
        const auto value = parse_number<std::uint64_t>(field(name), 0, ~std::uint64_t{0});
        is_whole = is_whole && value;
        return value ? *value : 0;
    };
    ProofState state;
    state.variant = field("variant"), state.position = field("position");
    const std::string_view value = field("value");
    for (std::size_t i = 0; i < value_names.size(); ++i)
        if (value == value_names[i]) state.value = int(i) - 1;
    if (!state.value && value != "open") is_whole = false;
    state.answers = number("answers"), state.nodes = number("nodes");
    const std::uint64_t facts = number("facts");
    if (!is_whole) return wrong("its head is broken");
    if (facts > most_facts_of_a_state || rest.size() != (words_of_facts * facts + 1) * word_bytes)
        return wrong("it is cut off");
    if (word_at(rest, words_of_facts * facts) != sum_of(bytes.substr(0, bytes.size() - word_bytes)))
        return wrong("its checksum is wrong: it was changed");
    for (std::size_t i = 0; i < facts; ++i) {
        KnownFacts known{{word_at(rest, i), word_at(rest, facts + i)}, {}};
        if (!unpack(word_at(rest, 2 * facts + i), known.facts)) return wrong("it is broken");
        state.facts.push_back(known);
    }
    return state;
}

void FactLog::learn(std::span<const KnownFacts> more) {
    for (const KnownFacts& known : more) {
        const Entry entry{known.key, packed_facts::pack(known.facts), none};
        const auto [at, is_new] = latest_.try_emplace(known.key, std::uint32_t(all_.size()));
        if (is_new) {
            all_.push_back(entry);
            continue;
        }
        const std::uint64_t kept = all_[at->second].data;
        const Facts::Kind kind = packed_facts::kind_of(kept);
        // As ProofTable::keep() has it.
        if (kept == entry.data || !(kind == Facts::undecided || (kind == Facts::held && known.facts.is_won_or_lost())))
            continue;
        all_.push_back(entry);
        all_.back().before = std::exchange(at->second, std::uint32_t(all_.size() - 1));
    }
}

std::optional<Facts> FactLog::find(const Key& key) const { return find(key, all_.size()); }

std::optional<Facts> FactLog::find(const Key& key, std::size_t length) const {
    const auto at = latest_.find(key);
    std::uint32_t place = at == latest_.end() ? none : at->second;
    while (place != none && place >= length) place = all_[place].before;
    if (place == none) return {};
    return packed_facts::unpack(all_[place].data);
}

std::vector<KnownFacts> FactLog::latest() const {
    std::vector<KnownFacts> all;
    for (const auto& [key, place] : latest_) all.push_back({key, packed_facts::unpack(all_[place].data)});
    return all;
}

}
