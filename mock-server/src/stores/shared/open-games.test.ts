import { expect, test } from 'vitest'
import { after, allowed, groupGame, MIDNIGHT, NOON, start } from '../../rules/game.fixture.ts'
import type { Game } from '../../rules/game.ts'
import { OpenGames } from './open-games.ts'

const DAY = '2026-03-07'
const game = (id: string): Game => ({ ...groupGame('Ann', 'Bob'), id })
/** The deadline of a turn that starts at noon. */
const DEADLINE = after(310_000)

test('games are due while nobody plays them', () => {
  const open = new OpenGames()
  const idle = game('idle')
  const playing = allowed(start(idle, 'Ann'))
  open.changed(undefined, game('other'))
  open.changed(undefined, idle)
  open.changed(idle, playing)
  expect([...open.due(DAY, after(309_999))]).toEqual(['other'])
  expect([...open.due(DAY, DEADLINE)]).toEqual(['other', 'idle'])
  open.changed(playing, idle)
  expect([...open.due(DAY, NOON)]).toEqual(['other', 'idle'])
})

test('games with a turn are due in the order of its deadline', () => {
  const open = new OpenGames()
  open.changed(undefined, allowed(start(game('second'), 'Ann', after(1))))
  open.changed(undefined, allowed(start(game('first'), 'Ann')))
  expect([...open.due(DAY, DEADLINE)]).toEqual(['first'])
  expect([...open.due(DAY, MIDNIGHT)]).toEqual(['first', 'second'])
})

test('a day has open games until the last one is completed, removed or moved to another day', () => {
  const open = new OpenGames()
  const playing = allowed(start(game('playing'), 'Ann'))
  const earlier = { ...game('earlier'), day: '2026-03-06' }
  open.changed(undefined, playing)
  open.changed(undefined, game('idle'))
  open.changed(undefined, earlier)
  open.changed(undefined, { ...game('completed'), day: '2026-03-05', completedAt: NOON })
  expect(open.days).toEqual(['2026-03-06', DAY])
  open.changed(playing, { ...playing, turn: null, completedAt: NOON })
  expect(open.has(DAY)).toBe(true)
  open.changed(game('idle'), null)
  open.changed(earlier, { ...earlier, day: '2026-03-08' })
  expect(open.days).toEqual(['2026-03-08'])
  expect([...open.due(DAY, MIDNIGHT)]).toEqual([])
})
