# Writes OUT, a C++ file with every games/*.game as text, in alphabetical order, and the name that its line `game` gives it.
file(GLOB texts "${SOURCE}/games/*.game")
list(SORT texts)
set(all "")
foreach(path IN LISTS texts)
  file(READ "${path}" text)
  string(REGEX MATCH "game ([a-z0-9-]+)" found "${text}")
  string(APPEND all "    {\"${CMAKE_MATCH_1}\", R\"GAME(${text})GAME\"},\n")
endforeach()
file(WRITE "${OUT}" "// Made by cmake/embed_games.cmake from games.
#include \"games/written/shipped.hpp\"

std::span<const tavoliere::written::Shipped> tavoliere::written::shipped() {
    static constexpr Shipped all[] = {
${all}    };
    return all;
}
")
