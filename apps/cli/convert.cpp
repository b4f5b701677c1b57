// convert: games from one format to another.
#include "base/file.hpp"
#include "common.hpp"
#include "records/record_file.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

// Nothing is printed before all of it is known to be right; a file is put in its place once it is whole.
void convert(const ConvertRequest& o) {
    std::vector<NamedFile> read;
    for (const std::string& path : o.files) read.push_back({"FILES", path});
    need_apart({{"--out", o.out}}, read);
    const RecordFormat& to = *find_record_format(o.to);
    std::optional<WholeFile> file;
    if (!o.out.empty()) file.emplace(need(WholeFile::create(o.out)));
    std::string text;
    std::uint64_t count = 0;
    for (const std::string& path : o.files) {
        auto games = need(RecordFile::open(path, o.from));
        while (const auto game = need(games.next())) {
            // An empty line between games that have more than one line.
            std::string written = to.write(game->record, *game->session);
            if (count && written.find('\n') + 1 < written.size()) written.insert(0, "\n");
            file ? file->write(written) : void(text += written);
            if (++count % 1000 == 0) show_progress(fmt::format("{} games", count));
            if (interrupted()) fail("interrupted; nothing was written", 1);
        }
    }
    end_progress();
    if (!count) fail("convert: there is no game in " + in_quotes(o.files[0]));
    if (file) need(file->finish());
    fmt::print("{}", text);
    if (file) fmt::print("{}: {} game{}\n", printable(o.out), count, count == 1 ? "" : "s");
}

}

void add_convert(CLI::App& app) {
    auto* command = app.add_subcommand("convert", std::string(convert_help.en));
    auto o = std::make_shared<ConvertRequest>();
    add_fields(*command, *o);
    add_rules_option(*command);
    command->footer("Each game is played by the rules; where one cannot be, nothing is written.\n"
                    "docs/records.md tells what each format has.\n"
                    "Examples:\n  tavoliere convert game.tgn --to sgf --out game.sgf\n"
                    "  tavoliere convert match.pgn more.pgn --to jsonl | head");
    command->callback([o] { convert(*o); });
}

}
