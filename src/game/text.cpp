#include "game/text.hpp"
#include <algorithm>

namespace tavoliere {

std::string board_text(std::string_view cells, const std::vector<int>& row_lengths) {
    std::string out;
    std::size_t at = 0;
    for (int length : row_lengths) {
        if (at) out += '/';
        int run = 0;
        const auto end_run = [&] {
            if (run) out += std::to_string(run);
            run = 0;
        };
        for (char c : cells.substr(at, std::size_t(length))) {
            if (c == '.') {
                ++run;
            } else {
                end_run();
                out += c;
            }
        }
        end_run();
        at += std::size_t(length);
    }
    return out;
}

namespace {

// One row, appended to `cells`: letters and runs of empty cells.
Expected<void> parse_row(std::string_view row, std::size_t number, int length, std::string_view letters,
                         std::string& cells) {
    const std::string where = "position: row " + std::to_string(number) + " from the top, " + in_quotes(row) + ": ";
    const std::size_t start = cells.size();
    for (std::size_t i = 0; i < row.size();) {
        if (row[i] >= '0' && row[i] <= '9') {
            const std::size_t digits = std::min(row.find_first_not_of("0123456789", i), row.size()) - i;
            const auto run = parse_number(row.substr(i, digits), 1, 999);
            if (!run)
                return problem(where + in_quotes(row.substr(i, digits)) + " at place " + std::to_string(i + 1) +
                               " is no run of empty cells: those are numbers from 1 without leading zeros");
            cells.append(std::size_t(*run), '.');
            i += digits;
        } else if (letters.find(row[i]) != std::string_view::npos) {
            cells += row[i++];
        } else {
            return problem(where + in_quotes(row.substr(i, 1)) + " at place " + std::to_string(i + 1) +
                           " means nothing in this game; it has " + std::string(letters) + " and numbers");
        }
        if (cells.size() - start > std::size_t(length))
            return problem(where + "is too long; that row has " + std::to_string(length) + " cells");
    }
    if (const std::size_t got = cells.size() - start; got < std::size_t(length))
        return problem(where + "is too short: " + std::to_string(got) + " of " + std::to_string(length) + " cells");
    return {};
}

std::string describe_letter(char letter) {
    if (letter == '.') return " is empty";
    if (letter == '-') return " is blocked";
    return std::string(" holds ") + letter;
}

}

Expected<std::string> parse_board(std::string_view text, const std::vector<int>& row_lengths,
                                  std::string_view letters) {
    const auto rows = split(text, '/');
    if (rows.size() != row_lengths.size())
        return problem("position: the board " + in_quotes(text) + " has " + std::to_string(rows.size()) +
                       (rows.size() == 1 ? " row" : " rows") + " instead of " + std::to_string(row_lengths.size()));
    std::string cells;
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (auto read = parse_row(rows[r], r + 1, row_lengths[r], letters, cells); !read)
            return std::unexpected(read.error());
    return cells;
}

std::expected<std::vector<Cell>, std::string> named_cells(std::string_view text, std::string_view separator,
                                                          const Geometry& geometry) {
    const auto longest_name = [&](std::string_view from) {
        std::optional<Cell> best;
        for (int c = 0; c < geometry.size(); ++c)
            if (from.starts_with(geometry.name(Cell(c))) &&
                (!best || geometry.name(Cell(c)).size() > geometry.name(*best).size()))
                best = Cell(c);
        return best;
    };
    std::vector<Cell> cells;
    while (!text.empty()) {
        auto cell = longest_name(text);
        // A separator may be a column's letter too ("x"): so first as a cell, then as a separator.
        for (std::string_view skip : {separator, std::string_view("-")})
            if (!cell && !cells.empty() && text.starts_with(skip)) cell = longest_name(text = text.substr(skip.size()));
        if (!cell) return std::unexpected(std::string(text.substr(0, text.find('-', 1))));
        cells.push_back(*cell);
        text.remove_prefix(geometry.name(*cell).size());
    }
    return cells;
}

std::string describe_cells(const std::vector<Cell>& cells, std::string_view letters, const Geometry& geometry) {
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i == 8) return out + " …"; // a text may name as many as it likes
        out += (out.empty() ? "" : ", ") + geometry.name(cells[i]) + describe_letter(letters[cells[i]]);
    }
    return out;
}

}
