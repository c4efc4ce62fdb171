import { counted } from '@inkling/scenarios/text/counted'
import { Option } from 'commander'
import type { Calls } from '../../calls/connect.ts'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin, perform } from '../shared/perform.ts'
import type { SoundWorld } from './check-world.ts'
import type { SavedWorld } from './saved-worlds.ts'
import type { WorldReplaced } from './worlds.ts'

const NO_SAVE = ['--no-save', 'do not save the current world first'] as const

export function addWorld(program: Command): void {
  const world = program
    .command('world')
    .description('save, restore, export, import and reset all data of a reference server')
  world
    .command('export')
    .argument('<file>', 'the file to write; - for standard output')
    .description('write all data to a file as lines of JSON')
    .examples('world export before.ndjson', 'world export - | gzip > world.ndjson.gz')
    .action(async (file: string, _, command: Command) => {
      const { exportWorld } = await import('./worlds.ts')
      const { settings, printer } = await begin(command)
      const exported = await exportWorld(settings, file)
      // With `-`, the document itself is the only output.
      if (file !== '-') printer.print(exported, ({ bytes }) => `${bytes} bytes in ${file}`)
    })
  world
    .command('import')
    .argument('<file>')
    .description('replace all data with the world in a file')
    .option(...NO_SAVE)
    .examples('world import before.ndjson')
    .action(async (file: string, { save }: { save: boolean }, command: Command) => {
      const { importWorld, requireWorld } = await import('./worlds.ts')
      await requireWorld(file)
      const run = ({ settings }: Calls) => importWorld(settings, file, save)
      await perform(command, run, (replaced) => replacedText(`${file} is imported`, replaced), [])
    })
  world
    .command('reset')
    .description('return to the seed state')
    .option(...NO_SAVE)
    .examples('world reset')
    .prints(
      async ({ settings }, { save }) => (await import('./worlds.ts')).resetWorld(settings, save),
      (replaced) => replacedText('the world is reset to its seed state', replaced),
    )
  world
    .command('save')
    .argument('<name>')
    .description('save all data under a name on this machine')
    .addOption(new Option('--replace', 'overwrite the saved world of this name').conflicts('keep'))
    .option(
      '--keep <number>',
      'add the time to the name, and delete all but the newest of this name',
      wholeNumber(1, 10_000),
    )
    .option('--check', 'read the save back and check it, and note it in the metrics of the server')
    .examples('world save before-midnight', 'world save daily --keep 7 --check')
    .prints<SavedWorld & { deleted?: readonly string[] }>(
      async ({ settings }, name: string, { replace, keep, check = false }) => {
        const { saveKeeping, saveWorld } = await import('./saved-worlds.ts')
        return keep === undefined
          ? saveWorld(settings, name, { replace, check })
          : saveKeeping(settings, name, keep, check)
      },
      ({ name, bytes, file, deleted = [] }, _, __, { check }) =>
        [
          `${name} is saved${check ? ' and sound' : ''}: ${bytes} bytes in ${file}`,
          ...deleted.map((old) => `${old} is deleted`),
        ].join('\n'),
    )
  world
    .command('check')
    .argument('<file>', 'the file, or the name of a saved world')
    .description('read a saved world as a restore would, and check every document, drawing and reference')
    .examples('world check before.ndjson', 'world check before-midnight')
    .prints(async (_, file: string) => {
      const { checkWorld } = await import('./check-world.ts')
      return checkWorld(await (await import('./saved-worlds.ts')).fileOrSaved(file))
    }, soundText)
  world
    .command('restore')
    .argument('<saved-world>')
    .description('replace all data with a saved world')
    .option('--newest', 'the newest save of this name, of those with --keep')
    .option(...NO_SAVE)
    .examples('world restore before-midnight', 'world restore daily --newest')
    .action(async (given: string, { newest = false, save }: RestoreOptions, command: Command) => {
      const { restoreWorld } = await import('./worlds.ts')
      const { findSavedWorld } = await import('./saved-worlds.ts')
      const { requireConsent } = await import('../../safety/consent.ts')
      const world = await findSavedWorld(given, newest)
      const { settings, printer } = await begin(command, 'asks-later')
      const { from, name } = world
      // A save of another server is the most expensive mistake, so its name is typed even where nothing else asks.
      const isForeign = from !== null && from.url !== settings.url.value
      const demand = isForeign
        ? { does: `replace all data with '${name}', saved from ${from.target} (${from.url}),` }
        : null
      const allowed = await requireConsent('world restore', settings, undefined, demand)
      const replaced = await restoreWorld(allowed, world, save)
      printer.print(replaced, (done) => replacedText(`${name} is restored`, done))
    })
  world
    .command('list')
    .description('list the worlds saved on this machine')
    .addHelpText(
      'after',
      `\nIncludes the automatic saves made before a reset, import, restore or scenario run. Only the newest 20 of these are\nstored. Worlds saved by name are never deleted.`,
    )
    .examples('world list')
    .prints(
      async () => (await import('./saved-worlds.ts')).listWorlds(),
      async (worlds, { paint }) => {
        if (worlds.length === 0) return 'no world is saved: `inkling world save NAME` saves one'
        const { table } = await import('../../output/table.ts')
        const rows = worlds.map(({ name, savedAt, from, bytes }) => [
          name,
          savedAt.slice(0, 19).replace('T', ' '),
          from?.target ?? 'unknown',
          String(bytes),
        ])
        return table(['name', 'saved (UTC)', 'server', 'bytes'], rows, paint)
      },
    )
}

interface RestoreOptions {
  readonly save: boolean
  readonly newest?: boolean
}

function soundText({ file, documents, drawings }: SoundWorld): string {
  const counts = Object.entries({ ...documents, drawings }).map(([name, count]) => `${count} ${name}`)
  return `${file} is sound: ${counts.join(', ')}`
}

const replacedText = (done: string, { getBack, ...restored }: WorldReplaced): string =>
  [
    done,
    ...broughtBackText(restored),
    ...(getBack === null ? [] : [`the previous world is saved: ${getBack}`]),
  ].join('\n')

const NOTHING = { groups: 0, pushTokens: 0, blocks: 0, devices: 0 }

function broughtBackText({
  deletedAccounts = 0,
  broughtBack,
}: Pick<WorldReplaced, 'deletedAccounts' | 'broughtBack'>): string[] {
  const { groups, pushTokens, blocks, devices } = broughtBack ?? NOTHING
  const back = [
    [groups, 'group'],
    [pushTokens, 'registration for notifications', 'registrations for notifications'],
    [blocks, 'block'],
    [devices, 'device that was signed out', 'devices that were signed out'],
  ] as const
  const parts = back.flatMap(([count, one, many]) => (count > 0 ? counted(count, one, many) : []))
  return [
    ...(deletedAccounts > 0
      ? [
          `${counted(deletedAccounts, 'account')} of it, deleted since it was saved, ${deletedAccounts === 1 ? 'stays' : 'stay'} deleted`,
        ]
      : []),
    ...(parts.length > 0 ? [`back, although removed since it was saved: ${parts.join(', ')}`] : []),
    // Absent for a reset.
    ...(broughtBack
      ? [
          'decisions, suspensions and bans since it was saved are taken back: `audit --server` still lists them',
        ]
      : []),
  ]
}
