import type { Command } from 'commander'
import { examples } from '../shared/examples.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { perform } from '../shared/perform.ts'

export function addDrawings(program: Command): void {
  const drawings = program
    .command('drawings')
    .description('import drawings for bots, in addition to the shipped ones')
  drawings
    .command('import')
    .argument('<files...>', 'simplified .ndjson or .ndjson.gz files of Quick, Draw!')
    .description('import Quick, Draw! drawings that you downloaded, replacing earlier imports')
    .option('--block <file>', 'key ids of drawings to leave out, one per line')
    .option('--per-word <number>', 'maximum number of drawings per word', wholeNumber(1, 1000), 10)
    .addHelpText(
      'after',
      examples('drawings import cat.ndjson dog.ndjson', 'drawings import *.ndjson --block bad-ids.txt'),
    )
    .action(async (files: string[], options: { block?: string; perWord: number }, command: Command) => {
      const { importDrawings } = await import('../../operations/bots/import-drawings.ts')
      await perform(
        command,
        () => importDrawings(files, options),
        ({ imported, words, otherWords, blocked, unrecognised, surplus, file }) =>
          `${imported} drawings of ${words} words in ${file}\n` +
          `left out: ${otherWords} of other words, ${surplus} beyond ${options.perWord} per word, ` +
          `${unrecognised} unrecognised, ${blocked} blocked`,
      )
    })
  drawings
    .command('remove')
    .alias('forget')
    .description('remove the imported drawings')
    .addHelpText('after', examples('drawings remove'))
    .action(async (_, command: Command) => {
      const { forgetOwnDrawings } = await import('../../operations/bots/own-drawings.ts')
      await perform(command, forgetOwnDrawings, ({ forgotten }) =>
        forgotten ? 'imported drawings removed' : 'there were no imported drawings',
      )
    })
}
