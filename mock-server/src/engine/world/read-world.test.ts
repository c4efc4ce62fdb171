import { expect, test } from 'vitest'
import { textOfWorld, worldOfText } from '../../core/contract/world-lines.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { everythingIn } from '../everything-in.fixture.ts'
import { completeWorld } from './complete-world.fixture.ts'
import { restoreWorld } from './restore-world.ts'
import { writeWorld } from './write-world.ts'

const world = JSON.parse(JSON.stringify(completeWorld('seed')))
const text = textOfWorld(world)

async function* inPieces(whole: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(whole)
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

async function written(store: MemoryStore): Promise<string> {
  let all = ''
  for await (const piece of writeWorld(store, 'seed', nodeCodecs)) all += piece
  return all
}

const problemOf = async (whole: string): Promise<string> => {
  const store = new MemoryStore()
  await restoreWorld(store, completeWorld('earlier'), nodeCodecs)
  const before = await everythingIn(store)
  const problem = await restoreWorld(store, inPieces(whole), nodeCodecs).then(
    () => 'nothing',
    (error) => error.message,
  )
  expect(await everythingIn(store)).toEqual(before)
  return problem
}

test.each([
  ['lines', inPieces(text)],
  ['a document', inPieces(JSON.stringify(world, null, 2))],
  ['a document in one line', inPieces(`${JSON.stringify(world)}\n`)],
  ['an object', world],
])('a world with every field is read from %s and written as it is', async (_, source) => {
  const store = new MemoryStore()
  expect(await restoreWorld(store, source, nodeCodecs)).toMatchObject({
    seed: 'seed',
    documents: { users: 1, games: 1 },
    drawings: 1,
  })
  const again = await written(store)
  expect(worldOfText(again)).toEqual(world)
  expect(again.trimEnd().split('\n').sort()).toEqual(text.trimEnd().split('\n').sort())
})

test('a store with players is left as it is, if only an empty one is to be filled', async () => {
  const store = new MemoryStore()
  const fill = () => restoreWorld(store, world, nodeCodecs, { onlyIfEmpty: true })
  expect(await fill()).toMatchObject({ seed: 'seed' })
  expect(await fill()).toBeNull()
})

const lines = text.trimEnd().split('\n')
const at = (field: string) => lines.findIndex((line) => line.startsWith(`{"${field}"`)) + 1
const changed = (field: string, from: string, to: string) =>
  lines.map((line, index) => (index + 1 === at(field) ? line.replace(from, to) : line)).join('\n')

test.each<[string, () => string, string]>([
  ['a torn line', () => text.slice(0, -30), `line ${lines.length}: is not JSON: `],
  [
    'a missing end',
    () => lines.slice(0, -1).join('\n'),
    `line ${lines.length - 1}: is the last line, but not the end of the world`,
  ],
  [
    'a missing line',
    () => lines.filter((_, index) => index + 1 !== at('messages')).join('\n'),
    'it counts 13 documents',
  ],
  ['a line too many', () => `${text}{}\n`, `line ${lines.length + 1}: follows the end of the world`],
  [
    'a wrong field',
    () => changed('users', '"username":"UTC"', '"username":7'),
    `line ${at('users')}, users.username: `,
  ],
  ['an unknown field', () => changed('users', '"id":"UTC"', '"id":"UTC","age":7'), 'Unrecognized key: "age"'],
  [
    'an unknown collection',
    () => changed('blocks', 'blocks', 'walls'),
    `line ${at('blocks')}: walls is not a collection`,
  ],
  [
    'a missing drawing',
    () => lines.filter((_, index) => index + 1 !== at('drawing')).join('\n'),
    'games, entries.0.drawing: is not among the drawings'.slice(7),
  ],
  [
    'a damaged drawing',
    () => changed('drawing', 'iVBOR', 'iVBOS'),
    `line ${at('drawing')}: does not match its SHA-256`,
  ],
  ['a repeated document', () => text.replace(/^(\{"groups".*)$/m, '$1\n$1'), 'id: occurs twice'],
  [
    'a game before its players',
    () => [lines[0], ...lines.slice(1, -1).reverse(), lines.at(-1)].join('\n'),
    ', gameId: is not a game',
  ],
  [
    'a missing group',
    () => lines.filter((_, index) => index + 1 !== at('groups')).join('\n'),
    `line ${at('users')}, groupId: is not a group`,
  ],
  ['nothing', () => '', 'the document: is empty'],
  ['text', () => 'hello\nworld', 'the document: is not JSON: '],
  ['another document', () => '{"format":"photos"}', 'the document.format: '],
])('%s is refused with its place, and nothing is changed', async (_, damaged, problem) => {
  const message = await problemOf(damaged())
  expect(message).toMatch(/^This world cannot be restored: /)
  expect(message).toContain(problem)
})

test('a place in a document is that of its field', async () => {
  const wrong = structuredClone(world)
  wrong.games[0].entries[0].drawing = '0'.repeat(64)
  expect(await problemOf(JSON.stringify(wrong))).toContain(
    ': games.0.entries.0.drawing: is not among the drawings',
  )
  expect(await problemOf(JSON.stringify({ ...world, games: {} }))).toContain(': games.id: ')
})
