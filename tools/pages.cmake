# tools/pages.cmake: part of the installation: manual pages and completions into `share`, as `plait` prints
# them.

cmake_policy(VERSION 3.21)
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${share}")

function(page file)
    get_filename_component(folder "${root}/${file}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${plait}" ${ARGN} OUTPUT_FILE "${root}/${file}"
                    COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS "Installing: ${root}/${file}")
endfunction()

execute_process(COMMAND "${plait}" help OUTPUT_VARIABLE overview COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  [a-z]+ " commands "${overview}")
page(man/man1/plait.1 help --man)
foreach(command ${commands})
    string(STRIP "${command}" command)
    if(NOT command STREQUAL "help" AND NOT command STREQUAL "plait")
        page(man/man1/plait-${command}.1 help --man ${command})
    endif()
endforeach()
page(bash-completion/completions/plait help --completion bash)
page(zsh/site-functions/_plait help --completion zsh)
page(fish/vendor_completions.d/plait.fish help --completion fish)
