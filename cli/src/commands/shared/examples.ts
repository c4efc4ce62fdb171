import { invocation } from '../../command-line/invocation.ts'

/** The end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${invocation()} ${line}`).join('\n')}\n`
