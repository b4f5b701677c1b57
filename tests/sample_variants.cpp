#include "sample_variants.hpp"
#include "session/session.hpp"

namespace tavoliere {

const std::vector<std::string>& sample_variants() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> names{"ataxx:size=3x3",
                                       "ataxx:size=9x6",
                                       "ataxx:size=11x11",
                                       "ataxx:size=11x3,blocks=b2+e1",
                                       "ataxx:start=uai",
                                       "ataxx:misere,orthogonal",
                                       "hexxagon:size=2",
                                       "hexxagon:size=3",
                                       "hexxagon:size=6,noblocks",
                                       "hexxagon:aligned",
                                       "penntagon:size=3x3",
                                       "penntagon:size=4x3",
                                       "penntagon:size=7x7",
                                       "clobber:size=1x2",
                                       "clobber:size=2x1",
                                       "clobber:size=64x2",
                                       "clobber:size=1x12",
                                       "clobber:size=12x12",
                                       "clobber:size=13x11",
                                       "magnetone:size=4x5,pieces=5,weak",
                                       "magnetone:size=10x10,pieces=30",
                                       "attract:size=4x4",
                                       "attract:size=14x14",
                                       "insert:board=random-3",
                                       "insert:xplus,board=random-9",
                                       "blocco:size=1x6",
                                       "blocco:size=12x12"};
        // Of the written games some, of either form and all widths; tests/written_test.cpp has them all.
        names.insert(names.end(), {"othello:size=6x6", "breakthrough:size=9x9", "written-ataxx:size=13x11",
                                   "written-boop:size=5x5"});
        for (const GameInfo* info : games())
            for (const Preset& preset : info->presets) names.emplace_back(preset.variant);
        return names;
    }();
    return list;
}

}
