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

std::unexpected<Problem> RecordFile::wrong(const std::string& what) const {
    return problem(in_quotes(path_) + ": game " + std::to_string(number_) + ": " + what);
}

Expected<std::optional<ReadGame>> RecordFile::next() {
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
        return wrong(where + "it is larger than " + most_text(file_kind::record) + ", the most that " +
                     std::string(file_kind::record.name) + " has");
    const std::string_view text = std::string_view(unread_).substr(at_, *size);
    auto record = format_->read(text, line_);
    if (!record) return wrong(record.error().text);
    auto session = played(*record);
    if (!session) return wrong("it begins in line " + std::to_string(line_) + ": " + session.error().text);
    line_ += std::uint64_t(std::ranges::count(text, '\n'));
    at_ += *size;
    return ReadGame{std::move(*record), std::move(*session), number_};
}

}
