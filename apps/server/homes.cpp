#include "server/homes.hpp"
#include "base/text.hpp"
#include "play/api.hpp"
#include "server/query.hpp"
#include "session/catalogue.hpp"
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace tavoliere::server {

namespace {

// What people are told of an address.
struct Card {
    std::string path; // "/ataxx/misere"
    std::string title, sentence;
    std::string picture; // "/og/ataxx.png"
};

// Replaces what stands between two texts, with them; nothing where they are not there.
void replace_between(std::string& text, std::string_view from, std::string_view to, std::string_view by) {
    const auto begin = text.find(from);
    const auto end = begin == text.npos ? text.npos : text.find(to, begin + from.size());
    if (end != text.npos) text.replace(begin, end + to.size() - begin, by);
}

// What a picture is like, where it is not as wide as it is for a card.
enum class Shape : std::uint8_t { none, wide, board };

std::string page_for(const std::string& index, std::string_view origin, const Card& card, Shape picture) {
    const std::string title = html_escaped(card.title), sentence = html_escaped(card.sentence);
    const std::string whole = html_escaped(origin);
    std::string tags = fmt::format("<title>{}</title>\n"
                                   "    <meta property=\"og:site_name\" content=\"Tavoliere\" />\n"
                                   "    <meta property=\"og:type\" content=\"website\" />\n"
                                   "    <meta property=\"og:title\" content=\"{}\" />\n"
                                   "    <meta property=\"og:description\" content=\"{}\" />\n",
                                   title, title, sentence);
    if (!whole.empty())
        tags += fmt::format("    <meta property=\"og:url\" content=\"{}{}\" />\n", whole, html_escaped(card.path));
    if (picture != Shape::none)
        tags += fmt::format("    <meta property=\"og:image\" content=\"{}{}\" />\n"
                            "{}"
                            "    <meta name=\"twitter:card\" content=\"{}\" />\n",
                            whole, html_escaped(card.picture),
                            picture == Shape::wide ? "    <meta property=\"og:image:width\" content=\"1200\" />\n"
                                                     "    <meta property=\"og:image:height\" content=\"630\" />\n"
                                                   : "",
                            picture == Shape::wide ? "summary_large_image" : "summary");
    std::string page = folders_down(index, card.path.find('/', 1) == card.path.npos ? 0 : 1);
    replace_between(page, "<meta name=\"description\"", "/>",
                    fmt::format("<meta name=\"description\" content=\"{}\" />", sentence));
    replace_between(page, "<title>", "</title>", tags);
    return page;
}

}

std::map<std::string, std::string> homes(const std::string& index, std::string_view origin,
                                         const std::function<bool(std::string_view)>& has) {
    std::map<std::string, std::string> pages;
    const auto add = [&](const Card& card) {
        pages[card.path] = page_for(index, origin, card, has(card.picture) ? Shape::wide : Shape::none);
    };
    std::string names;
    for (const GameInfo* info : games()) {
        const std::string path = fmt::format("/{}", info->name), picture = fmt::format("/og/{}.png", info->name);
        const auto title = [&](std::string_view of) { return fmt::format("{} · Tavoliere", of); };
        for (const Preset& preset : info->presets) {
            const auto colon = preset.variant.find(':');
            if (colon == preset.variant.npos) continue;
            add({fmt::format("{}/{}", path, preset.variant.substr(colon + 1)),
                 title(fmt::format("{}: {}", info->title, preset.title.en)), std::string(info->summary.en), picture});
        }
        for (const Alias& alias : info->aliases)
            add({fmt::format("/{}", alias.name), title(info->title), std::string(info->summary.en), picture});
        for (const std::string& each : {path, path + "/"})
            add({each, title(info->title), std::string(info->summary.en), picture});
        (names += names.empty() ? "" : ", ") += info->title;
    }
    add({"/", "Tavoliere", fmt::format("Play abstract board games against the engine or a friend: {}.", names),
         "/og/index.png"});
    return pages;
}

std::string position_page(const std::string& index, std::string_view origin, std::string_view target) {
    // Blanks are underlines there.
    const auto field = [&](std::string_view name) {
        const auto found = pairs_of(target_of(target).query);
        const auto at = std::ranges::find(found, name, &std::pair<std::string_view, std::string_view>::first);
        std::string text(at == found.end() ? std::string_view() : at->second);
        std::ranges::replace(text, '_', ' ');
        return url_decoded(text).value_or(std::string());
    };
    const std::string game = field("game"), named = field("position"), position = named.empty() ? "startpos" : named;
    const std::string name = game.substr(0, game.find(':'));
    const auto& known = games();
    const auto info = std::ranges::find_if(known, [&](const GameInfo* each) {
        return each->name == name || std::ranges::find(each->aliases, name, &Alias::name) != each->aliases.end();
    });
    if (info == known.end()) return index;
    const std::string asked = fmt::format("game={}&position={}", url_encoded(game), url_encoded(position));
    std::string picture = fmt::format("{}/diagram.png?style=wood&{}", api_base, asked);
    return page_for(index, origin,
                    {fmt::format("{}?{}", position_path, asked),
                     fmt::format("A position of {} · Tavoliere", (*info)->title),
                     fmt::format("Look at it, play on from it. {}", (*info)->summary.en), std::move(picture)},
                    Shape::board);
}

std::string folders_down(std::string page, std::size_t folders) {
    std::string up = folders == 0 ? "./" : "";
    while (folders-- > 0) up += "../";
    for (const std::string_view attribute : {"href=\"./", "src=\"./"})
        for (auto at = page.find(attribute); at != page.npos; at = page.find(attribute, at + attribute.size()))
            page.replace(at + attribute.size() - 2, 2, up);
    return page;
}

std::string game_home(std::string_view path) {
    const auto end = path.find('/', 1);
    if (end == path.npos || path.find('/', end + 1) != path.npos) return {};
    return std::string(path.substr(0, end + 1));
}

}
