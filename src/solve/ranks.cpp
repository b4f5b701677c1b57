#include "solve/ranks.hpp"

namespace tavoliere {

void Together::begin(const Placements& places, int layer) {
    layer_ = layer;
    if (!cut_.empty()) return;
    std::size_t begin = 0;
    for (int n = 0; n < places.layers(); ++n) {
        cut_.emplace_back(places.patterns(n));
        pieces_of_.push_back(std::uint32_t(places.blocks(n)) * cut_.back().per_block());
        sizes_.push_back(share(places, n, int(count_)));
        begins_.push_back(begin);
        begin += sizes_.back();
    }
}

std::size_t Together::answer_all(const TableValues& values) {
    const bool is_wide = std::ranges::any_of(values, &LayerValues::is_wide);
    for (std::size_t r = 0; r < count_; ++r) {
        answers_[r].clear();
        answers_[r].reserve(in_[r].size());
        for (std::size_t at = 0; at + bytes_of_question <= in_[r].size(); at += bytes_of_question) {
            std::uint64_t question = 0;
            std::memcpy(&question, &in_[r][at], bytes_of_question);
            // The moves that are asked about lead to this layer or one above.
            auto layer = std::size_t(layer_);
            while (question - begins_[layer] >= sizes_[layer]) ++layer;
            const std::uint16_t code = values[layer].at(question - begins_[layer]).code();
            answers_[r].push_back(std::uint8_t(code));
            if (is_wide) answers_[r].push_back(std::uint8_t(code >> 8));
        }
    }
    return is_wide ? 2 : 1;
}

void Together::forget() {
    for (std::size_t r = 0; r < count_; ++r) out_[r].clear(), asked_[r].clear();
    waiting_.clear();
    asked_now_ = 0;
    has_all_ = true;
}

std::vector<Exact> Together::values_of(const std::vector<Placements::Place>& places, const TableValues& values) {
    std::vector<Exact> found(places.size());
    layer_ = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (const auto here = ask(places[i])) found[i] = values[std::size_t(places[i].layer)].at(*here);
        wait({.index = i});
    }
    settle(values, [&](const Look& look, Exact v) { found[look.index] = v; });
    return found;
}

class Together::Source final : public TableSource {
public:
    Source(Together& team, const Placements& places, const TableValues& values)
        : team_(team), places_(places), values_(values) {}
    ~Source() override { team_.agree_on({}); }
    std::size_t size(int layer) const override { return places_.size(layer); }
    bool is_wide(int layer) const override { return values_[std::size_t(layer)].is_wide(); }
    void read(int layer, bool high, std::size_t from, std::vector<std::uint8_t>& bytes) override {
        const Pieces& cut = team_.of(layer);
        const std::size_t block = from / cut.patterns(), piece = from % cut.patterns() / cut.length();
        team_.take_pieces({true, layer, high, std::uint32_t(block * cut.per_block() + piece)}, values_, bytes);
    }

private:
    Together& team_;
    const Placements& places_;
    const TableValues& values_;
};

std::unique_ptr<TableSource> Together::source(const Placements& places, const TableValues& values) {
    return std::make_unique<Source>(*this, places, values);
}

Together::Wanted Together::agree_on(const Wanted& wanted) const {
    std::array<std::uint64_t, 4> all{wanted.any, std::uint64_t(wanted.layer), wanted.high, wanted.piece};
    combine(all, Ranks::Combining::most);
    return {all[0] != 0, int(all[1]), all[2] != 0, std::uint32_t(all[3])};
}

// Ours of those pieces, for the first rank.
void Together::put_pieces(const Wanted& wanted, const TableValues& values) {
    const Pieces& cut = of(wanted.layer);
    out_[0].clear();
    for (auto piece = wanted.piece, end = std::min(piece + pieces_at_once, pieces(wanted.layer)); piece < end;
         ++piece) {
        const Spot at = spot(cut, piece);
        if (at.rank != me_) continue;
        const std::uint32_t within = piece % cut.per_block(), length = cut.begin(within + 1) - cut.begin(within);
        for (std::size_t i = at.index; i < at.index + length; ++i)
            out_[0].push_back(std::uint8_t(values[std::size_t(wanted.layer)].at(i).code() >> (wanted.high ? 8 : 0)));
    }
}

void Together::take_pieces(const Wanted& wanted, const TableValues& values, std::vector<std::uint8_t>& bytes) {
    agree_on(wanted);
    put_pieces(wanted, values);
    ranks_.exchange(out_, in_);
    out_[0].clear();
    const Pieces& cut = of(wanted.layer);
    std::vector<std::size_t> taken(count_);
    bytes.clear();
    for (auto piece = wanted.piece, end = std::min(piece + pieces_at_once, pieces(wanted.layer)); piece < end;
         ++piece) {
        const std::uint32_t within = piece % cut.per_block(), length = cut.begin(within + 1) - cut.begin(within);
        const std::uint32_t rank = spot(cut, piece).rank;
        if (taken[rank] + length > in_[rank].size()) in_[rank].resize(taken[rank] + length); // it is lost
        const auto from = in_[rank].begin() + std::ptrdiff_t(taken[rank]);
        bytes.insert(bytes.end(), from, from + std::ptrdiff_t(length));
        taken[rank] += length;
    }
}

void Together::give_pieces(const TableValues& values) {
    for (Wanted wanted; wanted = agree_on({}), wanted.any;) {
        put_pieces(wanted, values);
        ranks_.exchange(out_, in_);
        out_[0].clear();
    }
}

}
