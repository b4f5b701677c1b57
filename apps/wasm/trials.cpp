#include "trials.hpp"
#include "game/text.hpp"
#include "session/laboratory_of.hpp"
#include "text_family.hpp"

namespace tavoliere {
namespace {

const std::atomic<bool> never{false}; // who wants an end to it throws the instance away

}

Expected<std::unique_ptr<LawReport>> laws_of_text(Options options, int games, std::uint64_t seed) {
    return with_text_rules<LawReport>(options, [&]<class G>(const std::shared_ptr<const G>& rules) {
        return std::make_unique<LawReport>(check_laws(*rules, options.info().reasons, games, seed, never));
    });
}

Expected<std::unique_ptr<std::uint64_t>> leaves_of_text(Options options, const std::string& position, int depth,
                                                        bool counted) {
    return with_text_rules<std::uint64_t>(options, [&]<class G>(const std::shared_ptr<const G>& rules) {
        const auto p = parse_position(*rules, position);
        return std::make_unique<std::uint64_t>(p ? count_leaves(*rules, *p, depth, counted, never) : 0);
    });
}

}
