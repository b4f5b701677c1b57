#include "records/record_file.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {
namespace {

constexpr std::size_t piece = 1 << 16;

std::string format_names() {
    std::string names;
    for (const RecordFormat* f : record_formats())
        names += (names.empty() ? "" : f == record_formats().back() ? " and " : ", ") + std::string(f->name);
    return names;
}

}

Expected<RecordFile> RecordFile::open(const std::string& path, std::string_view format) {
    auto reader = FileReader::open(path, file_kind::games);
    if (!reader) return std::unexpected(reader.error());
    RecordFile file(path, std::move(*reader));
    file.read_more();
    std::string_view text = file.unread_;
    if (take(text, byte_order_mark)) file.at_ = byte_order_mark.size();
    file.format_ = format.empty() ? guess_record_format(text) : find_record_format(format);
    if (!file.format_)
        return problem(in_quotes(path) + ": it begins like none of the formats; there are " + format_names());
    return file;
}

void RecordFile::read_more() {
    unread_.erase(0, std::exchange(at_, 0));
    const std::size_t had = unread_.size();
    const std::size_t more = std::size_t(std::min<std::uint64_t>(file_.left(), std::max(piece, had)));
    unread_.resize(had + more);
    if (!file_.read(unread_.data() + had, more)) unread_.resize(had);
}

std::unexpected<Problem> RecordFile::wrong(std::uint64_t number, const std::string& what) const {
    return problem(in_quotes(path_) + ": game " + std::to_string(number) + ": " + what);
}

Expected<std::optional<GameText>> RecordFile::next_text() {
    const std::string between = " \t\r\n" + std::string(format_->between);
    std::optional<std::size_t> size;
    for (;;) {
        const std::string_view text = std::string_view(unread_).substr(at_);
        const std::size_t begin = std::min(text.find_first_not_of(between), text.size());
        line_ += std::uint64_t(std::ranges::count(text.substr(0, begin), '\n'));
        at_ += begin;
        if (begin < text.size()) size = format_->first_game(text.substr(begin));
        if (size) break;
        if (file_.left() == 0) {
            if (begin == text.size()) return std::nullopt;
            size = text.size() - begin;
            break;
        }
        if (text.size() > file_kind::record.most_bytes) break;
        read_more();
    }
    ++number_;
    const std::string where = "line " + std::to_string(line_) + ": ";
    if (!size || *size > file_kind::record.most_bytes)
        return wrong(number_, where + "it is larger than " + most_text(file_kind::record) + ", the most that " +
                                  std::string(file_kind::record.name) + " has");
    GameText game{unread_.substr(at_, *size), line_, number_};
    line_ += std::uint64_t(std::ranges::count(game.text, '\n'));
    at_ += *size;
    return game;
}

Expected<Record> RecordFile::read(const GameText& game) const {
    auto record = format_->read(game.text, game.line);
    if (!record) return wrong(game.number, record.error().text);
    return record;
}

std::unexpected<Problem> RecordFile::unplayable(const GameText& game, const Problem& why) const {
    return wrong(game.number, "it begins in line " + std::to_string(game.line) + ": " + why.text);
}

Expected<std::optional<ReadGame>> RecordFile::next() {
    const auto game = next_text();
    if (!game) return std::unexpected(game.error());
    if (!*game) return std::nullopt;
    auto record = read(**game);
    if (!record) return std::unexpected(record.error());
    auto session = played(*record);
    if (!session) return unplayable(**game, session.error());
    return ReadGame{std::move(*record), std::move(*session), (*game)->number};
}

}
