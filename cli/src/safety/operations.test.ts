import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { programFixture, recordedServer } from '../program.fixture.ts'
import { OPERATIONS, type OperationName } from './operations.ts'

/* The JSON of each command has the fields that `inkling help output` names. */

const server = recordedServer({ seed: 'shapes' })
const { run, folder } = programFixture({ 'localhost:4000': server })

/** Data of earlier commands. */
const ids = { user: '', other: '', device: '', group: '', members: '', game: '', waiting: '', over: '' }

beforeAll(async () => {
  await writeFile(join(folder, 'run.json'), '{ "runs": [] }')
  await writeFile(join(folder, 'small.yaml'), SMALL)
  // A game that is over, and one that is not.
  await run(['bots', 'run', '--players', '3', '--seed', '7'])
  await run(['bots', 'run', '--players', '3', '--seed', '8', '--personas', 'steady,absent,absent'])
})

const SMALL = 'version: 1\nname: small\nbots: { ann: {} }\nsteps:\n  - { bot: ann, do: profile }\n'

async function dataOf(words: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await run([...words, '-o', 'json'])
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${words.join(' ')}: ${stdout}${stderr}`)
  }
}

/** The fields of a shape, by name, and whether each may be absent; the first alternative only. */
function fieldsOf(shape: string): Map<string, boolean> {
  const inside = /\{ (.*?) \}/.exec(shape)?.[1] ?? ''
  return new Map(inside.split(', ').map((name) => [name.replace('?', ''), name.endsWith('?')]))
}

/** Commands in an order in which each finds what it needs. */
const COMMANDS: Readonly<Record<string, (() => readonly string[]) | undefined>> = {
  'user list': () => ['--limit', '3'],
  'user new': () => ['--name', 'Mina'],
  'user show': () => [ids.user],
  'user rename': () => [ids.user, 'Olive'],
  'group new': () => ['Owls', '--device', ids.device],
  'group list': () => [],
  'group show': () => [ids.members],
  'group rename': () => [ids.members, 'Cats'],
  'game list': () => [],
  'game show': () => [ids.over],
  'game today': () => [ids.other],
  'game mock': () => [ids.user, '--days-ago', '9'],
  'game skip': () => [ids.game, '--user', ids.waiting],
  'game complete': () => [ids.game],
  'history show': () => [ids.other],
  'history regenerate': () => [ids.other],
  'daily trigger': () => [],
  'clock show': () => [],
  'clock freeze': () => [],
  'fault new': () => ['/api/game/today', '--nth', '1000', '--status', '503'],
  'fault list': () => [],
  stage: () => [ids.user, '--game-status', 'active'],
  announce: () => ['Back at three.', '--no-push'],
  'announcement list': () => [],
  'maintenance show': () => [],
  'maintenance off': () => [],
  'moderation queue': () => [],
  'moderation find': () => ['o'],
  'moderation player': () => [ids.other],
  'moderation log': () => [],
  'moderation suspend': () => ['--player', ids.other, '--days', '1'],
  'bots run': () => ['--players', '2', '--seed', '4'],
  check: () => ['--skip', 'conform,scenarios,burst', '--actions', '20'],
  simulate: () => ['--groups', '1', '--players', '2', '--days', '1'],
  'scenario validate': () => [join(folder, 'small.yaml')],
  'scenario list': () => [join(folder, 'small.yaml')],
  'scenario run': () => [join(folder, 'small.yaml')],
  'scenario index': () => [folder],
  'scenario compare': () => [join(folder, 'run.json'), join(folder, 'run.json')],
  'scenario diff': () => [join(folder, 'small.yaml'), 'in-process', 'in-process'],
  'load profiles': () => [],
  'load reference': () => [],
  'target new': () => ['staging', 'http://localhost:4001'],
  'target list': () => [],
  'target show': () => [],
  'target remove': () => ['staging'],
  'world save': () => ['one'],
  'world list': () => [],
  'world export': () => [join(folder, 'w.json')],
  'world reset': () => [],
  help: () => ['output'],
  audit: () => [],
  doctor: () => [],
}

test.each(Object.keys(COMMANDS))('%s', async (name) => {
  const data = await dataOf([...name.split(' '), ...(COMMANDS[name]?.() ?? [])])
  const shape = OPERATIONS[name as OperationName].data ?? ''
  expect(Array.isArray(data)).toBe(shape.startsWith('['))
  const [first] = [data].flat() as Record<string, unknown>[]
  remember(name, data)
  const fields = fieldsOf(shape)
  const given = Object.keys(first ?? {})
  const required = [...fields].filter(([, isOptional]) => !isOptional).map(([field]) => field)
  expect(given).toEqual(expect.arrayContaining(required))
  if (!fields.has('...')) expect([...fields.keys()]).toEqual(expect.arrayContaining(given))
})

/** Notes the ids that later commands need. */
function remember(name: string, data: unknown): void {
  const one = data as Record<string, string>
  const list = data as (Record<string, string> & { memberIds?: string[] })[]
  if (name === 'user new') Object.assign(ids, { user: one.id, device: one.deviceId })
  if (name === 'group list') {
    const group = list.find(({ memberIds }) => (memberIds?.length ?? 0) > 2)
    Object.assign(ids, { members: group?.id, other: group?.memberIds?.[0] })
  }
  if (name === 'game list') {
    const games = data as { id: string; completedAt: string | null; players: Record<string, string>[] }[]
    const open = games.find(({ completedAt }) => completedAt === null)
    ids.game = open?.id ?? ''
    ids.waiting = open?.players.find(({ status }) => status === 'pending')?.userId ?? ''
    ids.over = games.find(({ completedAt }) => completedAt !== null)?.id ?? ''
  }
}
