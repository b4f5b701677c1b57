# Writes OUT, a C++ file with every docs/games/*.md as text: GAME.md is English, GAME.LANGUAGE.md another language.
file(GLOB pages "${SOURCE}/docs/games/*.md")
list(SORT pages)
set(english "")
set(others "")
foreach(page IN LISTS pages)
  get_filename_component(name "${page}" NAME_WLE)
  file(READ "${page}" text)
  if(name MATCHES "^(.+)\\.(.+)$")
    string(APPEND others "    if (game == \"${CMAKE_MATCH_1}\" && language == \"${CMAKE_MATCH_2}\")\n        return R\"MANUAL(${text})MANUAL\";\n")
  else()
    string(APPEND english "    if (game == \"${name}\") return R\"MANUAL(${text})MANUAL\";\n")
  endif()
endforeach()
file(WRITE "${OUT}" "// Made by cmake/embed_manual.cmake from docs/games.
#include \"session/manual.hpp\"

std::string_view tavoliere::rules_text(std::string_view game, std::string_view language) {
${others}${english}    return {};
}
")
