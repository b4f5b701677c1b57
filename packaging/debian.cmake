# Three Debian packages by CPack, which scripts/package calls: tavoliere, libtavoliere-dev for other projects, and python3-tavoliere.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program library python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The Tavoliere authors <maintainers@tavoliere.invalid>")
# What is not released yet comes before what is.
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION ${VERSION_TEXT})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz) # as all of Debian, and all that lintian reads
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tavoliere)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "abstract board games: engine, analysis, solver and server
Ataxx, Hexxagon, Penntagon, Clobber, Blocco, Magnetone, Boop, Attract, Insert
and their variants: played in the terminal and on a page, against an engine or
other people, analysed, solved exactly, and drawn.

The server is a service of systemd that is off until it is enabled.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
# One of those makes the service's user; procps has the kill of ExecReload.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "systemd | systemd-standalone-sysusers | systemd-sysusers, procps")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "librsvg2-bin, fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libnats3.4, libpq5, libtavoliere-dev, logrotate, nginx | haproxy, openmpi-bin")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA)
foreach(file conffiles postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/${file})
endforeach()

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtavoliere-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "abstract board games: library for C++23
Headers, static libraries and files for CMake of tavoliere's rules, search and
solvers, which need the standard library alone.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libstdc++-12-dev | libstdc++-dev")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tavoliere)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "abstract board games: module for Python 3
Games and states with OpenSpiel's names, the engine, exact answers, and batches
of thousands of positions as NumPy arrays.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
# A module of C++ is for the one version that it was compiled for.
find_package(Python 3.9 COMPONENTS Interpreter REQUIRED)
math(EXPR next_python "${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_python}), python3-numpy")
foreach(file postinst prerm)
  list(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/python/${file})
endforeach()

# Debian's changelog, of one entry, dated by the commit.
find_program(git git)
set(date)
if(git)
  execute_process(COMMAND ${git} -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT date)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
foreach(name tavoliere libtavoliere-dev python3-tavoliere)
  set(folder ${PROJECT_BINARY_DIR}/debian/${name})
  file(REMOVE ${folder}/changelog.Debian.gz)
  file(CONFIGURE OUTPUT ${folder}/changelog.Debian
    CONTENT "tavoliere (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * What has changed is in tavoliere's changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  execute_process(COMMAND gzip -9nf ${folder}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/debian/tavoliere/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/debian/libtavoliere-dev/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libtavoliere-dev
  COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/debian/python3-tavoliere/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-tavoliere
  COMPONENT python)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-tavoliere RENAME copyright COMPONENT python)
include(CPack)
