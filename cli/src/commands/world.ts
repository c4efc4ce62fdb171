import type { Command } from 'commander'
import { examples } from './examples.ts'
import { perform } from './perform.ts'

export function addWorld(program: Command): void {
  const world = program.command('world').description('everything that a reference server knows')
  world
    .command('export')
    .argument('<file>', 'where to; - for the standard output')
    .description('write it to a file as JSON')
    .addHelpText('after', examples('world export before.json', 'world export - | gzip > world.json.gz'))
    .action(async (file: string, _, command: Command) => {
      const { exportWorld } = await import('../operations/worlds.ts')
      await perform(
        command,
        (settings) => exportWorld(settings, file),
        ({ bytes }) => (file === '-' ? '' : `${bytes} bytes in ${file}`),
      )
    })
  world
    .command('import')
    .argument('<file>')
    .description('put a file in place of everything')
    .addHelpText('after', examples('world import before.json'))
    .action(async (file: string, _, command: Command) => {
      const { importWorld } = await import('../operations/worlds.ts')
      await perform(
        command,
        (settings) => importWorld(settings, file),
        () => `${file} is the world now`,
      )
    })
  world
    .command('reset')
    .description('go back to the seed state')
    .addHelpText('after', examples('world reset'))
    .action(async (_, command: Command) => {
      const { resetWorld } = await import('../operations/worlds.ts')
      await perform(command, resetWorld, () => 'the world is back in its seed state')
    })
}
