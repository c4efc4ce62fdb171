import { expect, test } from 'vitest'
import { addDays } from '../../core/rules/time/day.ts'
import { createCrowd, crowdGroupId } from '../../server/compose/crowd.fixture.ts'
import { ControlledClock } from '../../server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../../server/control/controlled-engine.ts'
import { fixtureContent } from '../../server/platform/fixture-content.ts'
import { nodePorts } from '../../server/platform/node-ports.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { everythingIn } from '../everything-in.fixture.ts'

const GROUPS = 3
const FIRST = '2026-03-07'
const settings = {
  timeZone: 'America/New_York',
  adminKey: null,
  ...derivedSecrets('words', nodePorts.codecs),
}

/** A server over `store` whose list has these words. */
function serverOver(store: MemoryStore, clock: ControlledClock, words: readonly string[]) {
  const list = words.map((word) => ({ word, category: 'things', difficulty: 'easy' as const }))
  const content = { ...fixtureContent, words: list }
  return controlledEngine({ ...nodePorts, store, clock, content }, settings)
}

test('a group gets no word twice in 180 days, although words are added and removed and the server pauses', async () => {
  const store = new MemoryStore()
  await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
  const clock = new ControlledClock()
  let words = Array.from({ length: 250 }, (_, at) => `word ${at}`)
  for (let at = 0; at < 420; at++) {
    // Every tenth day, a release adds two words and removes two others. Twice, the server is off for some time.
    if (at % 10 === 9) {
      words = words.toSpliced((at * 37) % 250, 0, `new ${at}`, `newer ${at}`).toSpliced((at * 53) % 250, 2)
    }
    if (at === 100) at += 3
    if (at === 200) at += 40
    clock.freezeAt(`${addDays(FIRST, at)}T12:00:00Z`)
    await serverOver(store, clock, words).rollOverIfDue()
  }
  const { games } = await everythingIn(store)
  for (let at = 0; at < GROUPS; at++) {
    const own = games.filter(({ groupId }) => groupId === crowdGroupId(at))
    const given = own.sort((a, b) => (a.day < b.day ? -1 : 1)).map(({ day, word }) => ({ day, word }))
    expect(given).toHaveLength(420 - 43)
    const isRepeated = ({ day, word }: (typeof given)[number]) =>
      given.some((earlier) => earlier.word === word && earlier.day < day && addDays(earlier.day, 180) > day)
    expect(given.filter(isRepeated)).toEqual([])
    expect(given.some(({ word }) => word.startsWith('new'))).toBe(true)
  }
})
