import { describe, expect, it } from 'vitest'
import { textOfWorld } from '../../core/contract/world-lines.ts'
import { loadLexicon } from '../../core/scoring/lexicon-file.ts'
import { createScorer } from '../../core/scoring/lexicon-scorer.ts'
import { checkWorld } from '../../engine/world/check-world.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { buildWorld } from './build-world.ts'
import { WORLD_NAMES } from './names.ts'

const scorer = createScorer(loadLexicon())
const options = {
  seed: '7',
  now: '2026-03-07T17:00:00.000Z',
  timeZone: 'America/New_York',
  judge: scorer.judge.bind(scorer),
}

/** Built once, because building a world takes a second. */
const built = {
  demo: buildWorld('demo', options),
  empty: buildWorld('empty', options),
  busy: buildWorld('busy', options),
}

describe('worlds', () => {
  it.each(WORLD_NAMES)('%s is sound, and its documents and drawings are counted', async (name) => {
    const world = built[name]
    const lines = async function* () {
      yield textOfWorld({ ...world })
    }
    const { problems, documents, drawings } = await checkWorld(lines(), nodeCodecs)
    expect(problems).toEqual([])
    expect(documents.users ?? 0).toBe(world.users.length)
    expect(documents.games ?? 0).toBe(world.games.length)
    expect(drawings).toBe(Object.keys(world.blobs).length)
  })

  it.each(WORLD_NAMES)('%s is the same, byte for byte, for the same options', (name) => {
    expect(JSON.stringify(buildWorld(name, options))).toBe(JSON.stringify(built[name]))
  })

  it('another seed gives other ids', () => {
    const other = buildWorld('busy', { ...options, seed: '8' })
    expect(other.users.map(({ id }) => id)).not.toContain(built.busy.users[0]?.id)
  })

  it('demo is a month of games', () => {
    const { users, groups, games, reactions } = built.demo
    expect(groups.map(({ name }) => name).sort()).toEqual(['Elm Street 12', 'Night Owls', 'Sunday Table'])
    const today = games.filter(({ day }) => day === '2026-03-07')
    expect(today.length).toBeGreaterThanOrEqual(groups.length)
    expect(today.every(({ completedAt }) => completedAt === null)).toBe(true)
    const open = games.filter(({ day, completedAt }) => day < '2026-03-07' && completedAt === null)
    expect(open).toEqual([])
    expect(new Set(games.map(({ day }) => day)).size).toBe(31)
    expect(games.filter(({ kind }) => kind === 'public').length).toBeGreaterThan(5)
    expect(reactions.length).toBeGreaterThan(20)
    const mia = users.find(({ username }) => username === 'Mia')
    const hers = games.filter(({ groupId, day }) => groupId === mia?.groupId && day < '2026-03-07')
    const missed = hers.filter(({ entries }) => !entries.some(({ userId }) => userId === mia?.id))
    expect(hers).toHaveLength(30)
    expect(missed).toEqual([])
  })

  it("each group's chain of yesterday goes wrong once in the demo", () => {
    const { games, groups } = built.demo
    const chains = groups.map(({ name, id }) => {
      const game = games.find(({ groupId, day }) => groupId === id && day === '2026-03-06')
      const guesses = game?.entries.flatMap((entry) => (entry.type === 'guess' ? [entry.guess] : []))
      return [name, game?.word, ...(guesses ?? [])]
    })
    expect(chains.sort()).toEqual([
      ['Elm Street 12', 'teapot', 'elephant', 'elephant'],
      ['Night Owls', 'jellyfish', 'hot air balloon', 'hot air balloon', 'hot air balloon'],
      ['Sunday Table', 'whale', 'submarine', 'submarine'],
    ])
  })

  it('busy has a thousand players, and reports of which a moderator has decided some', () => {
    const { users, games, reports = [], reportedThings = [], decisions = [] } = built.busy
    expect(users).toHaveLength(1000)
    const stateOf = (id: string) => reportedThings.find((thing) => thing.id === id)?.state
    expect(reportedThings.filter(({ state }) => state === 'open')).toHaveLength(16)
    expect(new Set(reportedThings.map(({ kind }) => kind))).toEqual(new Set(['drawing', 'guess', 'name']))
    expect(reports.length).toBeGreaterThan(reportedThings.length)
    expect(new Set(reports.map(({ thingId }) => stateOf(thingId)))).toEqual(new Set(['open', 'closed']))
    expect(new Set(decisions.map(({ action }) => action))).toEqual(
      new Set(['dismiss', 'hide', 'warn', 'suspend']),
    )
    const isHidden = ({ gameId, stepIndex }: (typeof reportedThings)[number]) =>
      games.find(({ id }) => id === gameId)?.entries[stepIndex ?? -1]?.hiddenAt !== undefined
    const steps = reportedThings.filter(({ stepIndex }) => stepIndex !== null)
    expect(steps.filter((thing) => isHidden(thing) !== thing.isHidden)).toEqual([])
    expect([...reports, ...decisions].every(({ at }) => at < options.now)).toBe(true)
  })

  it.each([
    ['moon', options, "There is no world named 'moon'. Use one of demo, empty, busy."],
    ['demo', { ...options, now: 'noon' }, "'noon' is not an instant"],
    ['demo', { ...options, timeZone: 'Mars/Base' }, "'Mars/Base' is not a time zone"],
  ])('refuses invalid options: %s', (name, wrong, sentence) => {
    expect(() => buildWorld(name, wrong)).toThrow(sentence)
  })
})
