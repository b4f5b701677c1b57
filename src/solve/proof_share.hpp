// A proof that many share: what its tree's nodes are known to be, what is to be asked next, and how one question is answered.
//
// A question is a node, how many nodes may be searched for it, and thresholds. It is answered by proof-number search in a table of
// its own, which begins with what was known when the question was put. The answer is the facts of the node, and of the
// nodes below it that cost most: so nothing that was dear is found twice, whoever found it, and an answer depends on nothing but
// the question and the answers before it. It is the same bytes wherever it is found.
//
// All that is kept is facts by key, in the order in which they came. The tree follows from them and the rules (shared_prover.hpp).
#pragma once
#include "base/problem.hpp"
#include "solve/proof_table.hpp"
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
// How many facts an answer has at most, and a state that is written: 19 bytes each, compressed.
inline constexpr std::size_t most_facts_of_an_answer = 2048, most_facts_of_a_state = 200'000;

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

// Facts by key, the latest of each node, with all that came before in order.
class FactLog {
public:
    void learn(std::span<const KnownFacts> more);
    const Facts* find(const Key& key) const;
    std::span<const KnownFacts> all() const { return all_; } // in the order in which they came
    std::vector<KnownFacts> latest() const;                  // one of each node, in no order
    std::size_t size() const { return by_key_.size(); }

private:
    std::vector<KnownFacts> all_;
    KeyMap<Facts> by_key_;
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
