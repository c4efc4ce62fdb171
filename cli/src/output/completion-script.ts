/** The scripts call the program for candidates, so completions always match its version. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish'): string {
  return SCRIPTS[shell]
}

const SCRIPTS = {
  bash: `# Completion of inkling in bash. Load it with: source <(inkling completion bash)
_inkling_completion() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(inkling complete -- "\${words[@]}" 2>/dev/null))
  # No blank after a folder, so that completion continues inside it.
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace
  return 0
}
complete -F _inkling_completion inkling
`,
  zsh: `#compdef inkling
# Completion of inkling in zsh. Load it with: source <(inkling completion zsh)
_inkling() {
  local -a candidates folders others
  candidates=("\${(@f)$(inkling complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  folders=(\${(M)candidates:#*/})
  others=(\${candidates:#*/})
  [[ -n "$folders" ]] && compadd -S '' -a folders
  [[ -n "$others" ]] && compadd -a others
}
if [[ "$funcstack[1]" = "_inkling" ]]; then _inkling "$@"; else compdef _inkling inkling; fi
`,
  fish: `# Completion of inkling in fish. Load it with: inkling completion fish | source
complete -c inkling -f -a '(inkling complete --about -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const
