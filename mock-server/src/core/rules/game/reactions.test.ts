import { describe, expect, test } from 'vitest'
import { NO_VEIL } from '../players/people.ts'
import { closeGame } from './expiry.ts'
import { afterDrawing, groupGame, MIDNIGHT, NOON, refusalOf } from './game.fixture.ts'
import { addReaction, mayReact, type Reaction, removeReaction, stepReactions } from './reactions.ts'

const love = (userId: string, stepIndex = 0): Reaction => ({
  stepIndex,
  userId,
  reactionType: 'love',
  at: NOON,
})
const people = new Map(
  ['ann', 'ben', 'cat', 'dan'].map((id) => [id, { username: id.toUpperCase(), avatar: null }]),
)

describe('reacting', () => {
  test("adds a reaction, replaces the player's earlier one on that step, and ignores a repeat", () => {
    const added = addReaction([], love('ann'))
    expect(added.event).toEqual({ action: 'added', stepIndex: 0, reactionType: 'love', userId: 'ann' })
    expect(addReaction(added.reactions, love('ann'))).toEqual({ reactions: added.reactions, event: null })
    const changed = addReaction(added.reactions, { ...love('ann'), reactionType: 'wow' })
    expect(changed.reactions).toHaveLength(1)
    expect(changed.event).toMatchObject({ action: 'changed', reactionType: 'wow', previousType: 'love' })
    expect(addReaction(changed.reactions, love('ann', 1)).reactions).toHaveLength(2)
  })

  test('removes a reaction, and changes nothing if there is none', () => {
    expect(removeReaction([love('ann')], 'ann', 0)).toMatchObject({
      reactions: [],
      event: { action: 'removed' },
    })
    expect(removeReaction([love('ann')], 'ben', 0).event).toBeNull()
  })

  test('is allowed only to participants, on existing steps of a completed game', () => {
    const open = afterDrawing(groupGame('ann', 'ben'), 'ann')
    const over = closeGame(open, MIDNIGHT)
    expect(refusalOf(mayReact(open, 'ann', 0))).toMatch(/^CONFLICT/)
    expect(refusalOf(mayReact(over, 'zoe', 0))).toMatch(/^FORBIDDEN/)
    expect(refusalOf(mayReact(over, 'ben', 1))).toBe('VALIDATION_FAILED: There is no step 1 in this game')
    expect(refusalOf(mayReact(over, 'ben', 0))).toBe('allowed')
  })
})

test("a step shows counts, the player's own reaction, and the three newest names", () => {
  const given = ['ann', 'ben', 'cat', 'dan'].map((userId) => love(userId))
  const all = [...given, { ...love('ann', 1), reactionType: 'fire' as const }]
  expect(stepReactions(all, 0, people, 'ann', NO_VEIL)).toEqual({
    stepIndex: 0,
    reactions: [
      { reactionType: 'love', count: 4, hasUserReacted: true, recentReactors: ['DAN', 'CAT', 'BEN'] },
    ],
  })
  expect(stepReactions(all, 1, people, 'ben', NO_VEIL).reactions).toMatchObject([
    { reactionType: 'fire', hasUserReacted: false },
  ])
})
