# The version is that of the changelog's first heading, "## 1.0.0, unreleased" or, from its release on, "## 1.0.0, 2027-01-31": sets
# VERSION_NUMBER, 1.0.0, and VERSION_TEXT, which is 1.0.0-dev until then, by semver before it.
set(changelog ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${changelog})
file(STRINGS ${changelog} heading REGEX "^## " LIMIT_COUNT 1)
if(NOT heading MATCHES "^## ([0-9]+\\.[0-9]+\\.[0-9]+), (unreleased|[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])$")
  message(FATAL_ERROR "CHANGELOG.md: the first heading, '${heading}', is neither '## 1.0.0, unreleased' nor '## 1.0.0, 2027-01-31'")
endif()
set(VERSION_NUMBER ${CMAKE_MATCH_1})
set(VERSION_TEXT ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "unreleased")
  string(APPEND VERSION_TEXT "-dev")
endif()
