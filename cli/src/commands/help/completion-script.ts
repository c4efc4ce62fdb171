/** The scripts call the program for candidates, so completions always match its version. */
export const SCRIPTS = {
  bash: `# Completion of inkling in bash. Load it with: source <(inkling completion bash)
_inkling_completion() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(inkling complete -- "\${words[@]}" 2>/dev/null))
  local last=$((\${#COMPREPLY[@]} - 1))
  # The shell completes files itself, with blanks and ~.
  if [[ $last -ge 0 && \${COMPREPLY[last]} == :files ]]; then
    unset "COMPREPLY[last]"
    compopt -o bashdefault -o default
  fi
  return 0
}
complete -F _inkling_completion inkling
`,
  zsh: `#compdef inkling
# Completion of inkling in zsh. Load it with: source <(inkling completion zsh)
_inkling() {
  local -a candidates others
  candidates=("\${(@f)$(inkling complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  others=(\${candidates:#:files})
  [[ -n "$others" ]] && compadd -a others
  # The shell completes files itself, with blanks and ~.
  if (( \${candidates[(I):files]} )); then
    compset -P '*='
    _files
  fi
}
if [[ "$funcstack[1]" = "_inkling" ]]; then _inkling "$@"; else compdef _inkling inkling; fi
`,
  fish: `# Completion of inkling in fish. Load it with: inkling completion fish | source
function __inkling_complete
  inkling complete --about -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
# The shell completes files itself, with blanks and ~.
complete -c inkling -n 'contains -- :files (__inkling_complete)' -F
complete -c inkling -f -a '(__inkling_complete | string match -v :files)'
`,
} as const
