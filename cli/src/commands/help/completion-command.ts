import { Argument } from 'commander'
import type { Command } from '../shared/command.ts'
import { begin } from '../shared/perform.ts'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('print a shell script that completes commands, options, ids and file names')
    .examples(
      'completion bash >> ~/.bashrc',
      'completion zsh > ~/.zfunc/_inkling',
      'completion fish | source',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { SCRIPTS } = await import('./completion-script.ts')
      process.stdout.write(SCRIPTS[shell])
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .description(
      'print the completions of the last word, one per line, and `:files` if the shell may complete a file',
    )
    .option('--about', 'add a description to each, after a tab')
    .examples('complete -- game sh')
    .action(async (written: string[], { about: withAbout = false }, command: Command) => {
      const { settings } = await begin(command)
      const { completions, takesFile, wantedIds } = await import('../../command-line/completion.ts')
      const words = withValues(written)
      const { idsOf } = await import('../targets/known-ids.ts')
      const ids = await idsOf(settings, wantedIds(program, words))
      const { writeOut } = await import('../../terminal-text.ts')
      writeOut(
        completions(program, words, ids, () => [])
          .map(({ value, about }) => `${withAbout && about ? `${value}\t${about}` : value}\n`)
          .join('') + (takesFile(program, words) ? ':files\n' : ''),
      )
    })
}

/** The words as they were typed: bash splits `--option=value` into three. */
function withValues(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [at, word] of words.entries()) {
    const isPart = at > 0 && (word === '=' || words[at - 1] === '=')
    if (isPart) joined.push(joined.pop() + word)
    else joined.push(word)
  }
  return joined
}
