// The options of a variant: "ataxx:size=5x5,misere" taken apart and put together again.
#pragma once
#include "base/problem.hpp"
#include "base/text.hpp"
#include "board/geometry.hpp"
#include "game/info.hpp"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Size {
    int columns, rows;
    bool operator==(const Size&) const = default;
};

// The options someone gave for one game, each known, well-formed and within its limits. A game's `setup` reads them, and
// drops those that change nothing.
class Options {
public:
    explicit Options(const GameInfo& info) : info_(&info), values_(info.options.size()) {}

    const GameInfo& info() const { return *info_; }
    bool flag(std::string_view name) const { return given(name).has_value(); }
    int number(std::string_view name) const; // the standard one where none is given
    Size size(std::string_view name) const;
    std::string_view choice(std::string_view name) const;
    // What was given, if anything.
    const std::optional<std::string>& given(std::string_view name) const { return values_[index(name)]; }
    // Cells given by name. A name that is not a cell of the board is an error.
    Expected<std::vector<Cell>> cells(std::string_view name, const Geometry& geometry) const;
    // Set a value in its canonical form, or remove it.
    void set(std::string_view name, std::string value) { values_[index(name)] = std::move(value); }
    void drop(std::string_view name) { values_[index(name)].reset(); }

    // Canonical: options in the order of the declaration, those at their standard value left out.
    std::string variant() const;
    // An error about one option: "variant: ataxx: size: …".
    std::unexpected<Problem> wrong(std::string_view option, const std::string& what) const;

    // Read one "name" or "name=value" and keep it.
    Expected<void> read(std::string_view text);

private:
    std::size_t index(std::string_view name) const;

    const GameInfo* info_;
    std::vector<std::optional<std::string>> values_; // by the info's order
};

// Cells as `blocks=` lists them: by column, then row, joined by '+'.
std::string join_cells(std::vector<Cell> cells, const Geometry& geometry);

// The game a variant names, and its options. Aliases ("thomas") are opened.
Expected<Options> parse_variant(std::string_view text, std::span<const GameInfo* const> games);
// A name that leads to two games or aliases, so that one of them cannot be opened.
std::optional<std::string_view> name_given_twice(std::span<const GameInfo* const> games);

// A variant with some of its options left out: "ataxx:start=uai" without start is "ataxx".
std::string without(std::span<const std::string_view> options, std::string_view variant);

}
