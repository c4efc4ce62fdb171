/** The end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ inkling ${line}`).join('\n')}\n`
