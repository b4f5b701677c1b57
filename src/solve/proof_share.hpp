// A proof that many share: what its tree's nodes are known to be, what is to be asked next, and how one question is answered.
//
// A question is a node, how many nodes may be searched for it, and thresholds. It is answered by proof-number search in a table of
// its own, which begins with what was known when the question was put. The answer is the facts of the node, and, of those below
// it of which something new was found, of the nodes that cost most: so nothing that was dear is found twice, whoever found it, and an answer
// depends on nothing but the question and the answers before it. It is the same bytes wherever it is found.
//
// All that is kept is facts by key, in the order in which they came. The tree follows from them and the rules (shared_prover.hpp).
#pragma once
#include "base/problem.hpp"
#include "solve/proof_table.hpp"
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tavoliere {

struct ProofSharePlan {
    std::uint64_t nodes = 0;   // of a question
    std::size_t memory_mb = 0; // of who answers
};
// How many facts an answer has at most, by the nodes of its question, and a state that is written, the dearest of all: 19 bytes each, compressed. Everybody
// who works at a proof has the facts of all answers in memory, in some 90 bytes each.
inline constexpr std::size_t most_facts_of_an_answer = 32'768, most_facts_of_a_state = 200'000;
constexpr std::size_t facts_of_an_answer(const ProofSharePlan& plan) {
    return std::size_t(std::clamp<std::uint64_t>(plan.nodes / 128, 2048, most_facts_of_an_answer));
}

struct ProofShareProgress {
    std::optional<int> value = {}; // of the position, for the player to move
    std::uint64_t answers = 0, nodes = 0;
    std::size_t facts = 0;
    std::size_t open = 0; // nodes of the tree: those whose moves are looked at one by one
    std::uint32_t proof = 1, disproof = 1;
};

// What is known of a node; work in nodes.
struct KnownFacts {
    Key key;
    Facts facts;
};
struct HashOfKey {
    std::size_t operator()(const Key& key) const { return key.check; }
};
using KeySet = std::unordered_set<Key, HashOfKey>;
template <class V> using KeyMap = std::unordered_map<Key, V, HashOfKey>;
// An answer as bytes, the node that was asked about first; nothing where they are none.
struct ProofAnswer {
    std::uint64_t nodes = 0; // that were searched for it
    std::vector<KnownFacts> facts;
};
std::string written_answer(const ProofAnswer& answer);
std::optional<ProofAnswer> read_answer(std::string_view bytes);

// All that was found so far, as a file from which another run goes on:
//
//     tavoliere proof state 1
//     variant …                with what makes its keys: another one's are of no use
//     position …
//     value …                  of the position, or "open"
//     answers N
//     nodes N                  that were searched for them
//     facts N
//     (bytes) of the facts that cost most, by ascending key: the keys' places, their checks, the facts; then a checksum of all before
//
// Numbers as this machine has them.
struct ProofState {
    std::string variant, position;
    std::optional<int> value;
    std::uint64_t answers = 0, nodes = 0;
    std::vector<KnownFacts> facts;
};
std::string written_state(ProofState state);
Expected<ProofState> read_state(std::string_view bytes);

// Facts by key, as they were at any time.
class FactLog {
public:
    // What says nothing new is not kept.
    void learn(std::span<const KnownFacts> more);
    // How many were kept; the first so many are what was known then.
    std::size_t length() const { return all_.size(); }
    std::size_t nodes() const { return latest_.size(); } // of which something is known
    std::optional<Facts> find(const Key& key) const;
    // What was known by the first so many.
    std::optional<Facts> find(const Key& key, std::size_t length) const;
    template <class F> void for_each_of_first(std::size_t length, F f) const {
        for (const Entry& e : std::span(all_).first(length)) f(KnownFacts{e.key, packed_facts::unpack(e.data)});
    }
    std::vector<KnownFacts> latest() const; // one of each node, in no order

private:
    static constexpr std::uint32_t none = ~0u;
    struct Entry {
        Key key;
        std::uint64_t data;
        std::uint32_t before; // the one of the same node before it
    };
    std::vector<Entry> all_; // in the order in which they came
    KeyMap<std::uint32_t> latest_;
};

class ProofShare {
public:
    virtual ~ProofShare() = default;
    // The variant with what makes its keys, and the position.
    virtual std::string identity() const = 0;
    // What another run came to. A problem: it is none of this.
    virtual Expected<void> go_on_from(std::string_view state) = 0;
    // One more answer, in the order in which they were kept.
    virtual Expected<void> learn(std::string_view answer) = 0;
    // What is to be asked next while others are at work at `out`; nothing where all that would help is asked already, or the value is
    // known.
    virtual Expected<std::optional<std::string>> next(std::span<const std::string> out) = 0;
    // What a question comes to by what the first `after` answers told. Of no use where `stop` came first.
    virtual Expected<std::string> answer(const std::string& question, std::size_t after,
                                         const std::atomic<bool>& stop) const = 0;
    virtual ProofShareProgress progress() = 0;
    virtual std::string state() = 0;
};

}
