# What `cmake --install` puts where, and what the Debian package has. Two components: "library", for other projects, and "program".
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tavoliere)
install(TARGETS tavoliere_core tavoliere_lab EXPORT tavoliere ARCHIVE COMPONENT library)
install(DIRECTORY src/ ${PROJECT_BINARY_DIR}/generated/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tavoliere COMPONENT library
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
install(EXPORT tavoliere NAMESPACE tavoliere:: FILE tavoliere-targets.cmake DESTINATION ${package} COMPONENT library)
file(WRITE ${PROJECT_BINARY_DIR}/tavoliere-config.cmake [[
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/tavoliere-targets.cmake)
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tavoliere-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tavoliere-config.cmake ${PROJECT_BINARY_DIR}/tavoliere-config-version.cmake DESTINATION ${package}
  COMPONENT library)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT library)

if(NOT TAVOLIERE_PROGRAM)
  return()
endif()
install(TARGETS tavoliere RUNTIME COMPONENT program)
# What the program says of itself: manual pages and completions.
set(said ${PROJECT_BINARY_DIR}/said)
install(CODE "
  file(REMOVE_RECURSE \"${said}\")
  file(MAKE_DIRECTORY \"${said}\")
  execute_process(COMMAND \"$<TARGET_FILE:tavoliere>\" man \"${said}/man1\" COMMAND_ERROR_IS_FATAL ANY)
  foreach(shell bash zsh fish)
    execute_process(COMMAND \"$<TARGET_FILE:tavoliere>\" completion \${shell} OUTPUT_FILE \"${said}/\${shell}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT program)
install(DIRECTORY ${said}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${said}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tavoliere COMPONENT program)
# Debian's zsh looks there for what packages bring, and in site-functions below any prefix of one's own.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh_functions vendor-completions)
else()
  set(zsh_functions site-functions)
endif()
install(FILES ${said}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_functions} RENAME _tavoliere COMPONENT program)
install(FILES ${said}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME tavoliere.fish COMPONENT program)
# The page, where it has been built: without it the program does all but serve.
install(CODE "if(NOT EXISTS \"${PROJECT_SOURCE_DIR}/web/dist/index.html\")
    message(WARNING \"web/dist has no page, and none is installed: scripts/build makes it\")
  endif()" COMPONENT program)
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tavoliere/page COMPONENT program OPTIONAL PATTERN ".sources" EXCLUDE)
install(DIRECTORY puzzles networks DESTINATION ${CMAKE_INSTALL_DATADIR}/tavoliere COMPONENT program)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program PATTERN "Doxyfile" EXCLUDE)
