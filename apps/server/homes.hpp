// The page at its addresses: the same page with, at the gallery and at each variant's home, the title, the sentence and the picture that
// others show beside a link to it (Open Graph).
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tavoliere::server {

// By path: "/", "/ataxx", "/ataxx/misere" of each variant that a game offers by name, and "/ataxx/" for its other variants. `index` is the
// built page; `origin` as Site has it; `has`: whether a picture of that path is there.
std::map<std::string, std::string> homes(const std::string& index, std::string_view origin,
                                         const std::function<bool(std::string_view)>& has);

// The page at "/position", by the query behind it: of the game that `game` names, with the picture of its `position`, the first where none is named. Whether there is
// such a position is found out when somebody wants the picture.
inline constexpr std::string_view position_path = "/position";
std::string position_page(const std::string& index, std::string_view origin, std::string_view target);

// The built page for an address so many folders down, "/ataxx/misere" is one, from which its links lead to the same files.
std::string folders_down(std::string page, std::size_t folders);

// Under which path homes() has the home of "/ataxx/size=5x5": "/ataxx/"; empty where the path is not of that form.
std::string game_home(std::string_view path);

}
