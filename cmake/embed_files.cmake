# A file of C++ that holds files as they are.
#
#   include(cmake/embed_files.cmake)
#   embed_files(NAME variable FILE…)      NAME.cpp in the project's build folder: `const std::span<const std::string_view> variable`,
#                                         "tavoliere::embedded_networks"; made again when a file, or which there are, has changed
set(embed_files ${CMAKE_CURRENT_LIST_FILE})
function(embed_files name variable)
  string(REPLACE ";" "|" files "${ARGN}")
  set(out ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.list CONTENT "${files}\n") # of which one may be gone
  add_custom_command(OUTPUT ${out} DEPENDS ${ARGN} ${PROJECT_BINARY_DIR}/${name}.list ${embed_files}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DVARIABLE=${variable} -DOUT=${out} -P ${embed_files}
    VERBATIM)
endfunction()
if(NOT OUT)
  return()
endif()

string(REPLACE "|" ";" files "${FILES}")
string(REGEX MATCH "^(.*)::([^:]*)$" found ${VARIABLE})
set(space ${CMAKE_MATCH_1})
set(variable ${CMAKE_MATCH_2})
set(text "// Made by cmake/embed_files.cmake.\n#include <span>\n#include <string_view>\n\n")
set(views)
set(number 0)
foreach(file IN LISTS files)
  set(symbol tavoliere_${variable}_${number})
  string(APPEND text "__asm__(\".pushsection .rodata\\n.balign 64\\n.global ${symbol}\\n${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
    "        \".global ${symbol}_end\\n${symbol}_end:\\n.popsection\\n\");\nextern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND views "    {${symbol}, std::size_t(${symbol}_end - ${symbol})},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND text "\nnamespace ${space} {\n\nextern const std::span<const std::string_view> ${variable};\n")
if(number EQUAL 0)
  string(APPEND text "constinit const std::span<const std::string_view> ${variable}{};\n\n}\n")
else()
  string(APPEND text "static const std::string_view all[] = {\n${views}};\nconst std::span<const std::string_view> ${variable}{all};\n\n}\n")
endif()
file(WRITE ${OUT} "${text}")
