# Writes OUT, a C++ file with every file of FILES (joined by "|"), puzzles of a game each, as text.
string(REPLACE "|" ";" files "${FILES}")
list(SORT files)
set(texts "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(APPEND texts "        R\"PUZZLES(${text})PUZZLES\",\n")
endforeach()
file(WRITE "${OUT}" "// Made by cmake/embed_puzzles.cmake from puzzles.
#include \"server/puzzles.hpp\"

std::span<const std::string_view> tavoliere::server::puzzle_files() {
    static constexpr std::string_view files[] = {
${texts}    };
    return files;
}
")
