# Writes OUT, a C++ file that defines the server's FUNCTION, of HEADER: it gives every file of FILES (joined by "|") as text.
string(REPLACE "|" ";" files "${FILES}")
list(SORT files)
set(texts "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(APPEND texts "        R\"TEXT(${text})TEXT\",\n")
endforeach()
file(WRITE "${OUT}" "// Made by cmake/embed_texts.cmake.
#include \"${HEADER}\"

std::span<const std::string_view> tavoliere::server::${FUNCTION}() {
    static constexpr std::string_view files[] = {
${texts}    };
    return files;
}
")
