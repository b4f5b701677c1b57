# Writes OUT, the program's version and the commit of SOURCE, where that is a repository: cmake -DSOURCE=… -DOUT=… -DVERSION=… -P
set(commit)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${SOURCE} describe --always --dirty=+ --exclude "*" OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit)
  set(commit " (${commit})")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#include \"version.hpp\"\nconst char* const tavoliere::cli::version = \"${VERSION}${commit}\";\n")
