import type { StepReactions } from '@inkling/mock-server/contract/schemas/reactions'
import { describe, expect, it } from 'vitest'
import { type ReactionEvent, reactionsOf, withEvent, withOwn } from './reactions.ts'

const love = (parts: Partial<StepReactions['reactions'][number]> = {}) => ({
  reactionType: 'love' as const,
  count: 2,
  hasUserReacted: false,
  recentReactors: ['Ben', 'Cleo'],
  ...parts,
})
const steps = (...reactions: StepReactions['reactions']): StepReactions[] => [{ stepIndex: 1, reactions }]
const event = (parts: Partial<ReactionEvent> = {}): ReactionEvent => ({
  action: 'added',
  stepIndex: 1,
  reactionType: 'love',
  username: 'Dan',
  userId: 'dan',
  ...parts,
})

describe("the player's own reaction", () => {
  it('is counted, with the player as the first of at most three names', () => {
    const before = steps(love({ count: 3, recentReactors: ['Ben', 'Cleo', 'Dan'] }))
    expect(reactionsOf(withOwn(before, 1, 'love', 'Ann'), 1)).toEqual([
      love({ count: 4, hasUserReacted: true, recentReactors: ['Ann', 'Ben', 'Cleo'] }),
    ])
  })

  it('replaces the previous one', () => {
    const before = steps(love({ count: 3, hasUserReacted: true, recentReactors: ['Ann', 'Ben', 'Cleo'] }))
    expect(reactionsOf(withOwn(before, 1, 'fire', 'Ann'), 1)).toEqual([
      love(),
      { reactionType: 'fire', count: 1, hasUserReacted: true, recentReactors: ['Ann'] },
    ])
  })

  it('is removed when repeated, with its entry when the count reaches zero', () => {
    const two = withOwn(steps(love()), 1, 'love', 'Ann')
    expect(withOwn(two, 1, 'love', 'Ann')).toEqual(steps(love()))
    const one = withOwn(steps(), 1, 'love', 'Ann')
    expect(reactionsOf(withOwn(one, 1, 'love', 'Ann'), 1)).toEqual([])
  })

  it('affects only its step', () => {
    const other = { stepIndex: 0, reactions: [love()] }
    expect(withOwn([other], 1, 'love', 'Ann')).toContainEqual(other)
  })
})

describe("others' reactions", () => {
  it('are counted up and down', () => {
    const added = withEvent(steps(love()), event()) ?? []
    expect(reactionsOf(added, 1)).toEqual([love({ count: 3, recentReactors: ['Dan', 'Ben', 'Cleo'] })])
    expect(withEvent(added, event({ action: 'removed' }))).toEqual(steps(love()))
  })

  it('leave no entry behind when the last one is removed', () => {
    const last = steps(love({ count: 1, recentReactors: ['Dan'] }))
    expect(withEvent(last, event({ action: 'removed' }))).toEqual(steps())
  })

  it("do not change the player's own reaction", () => {
    const before = steps(love({ hasUserReacted: true }))
    for (const action of ['added', 'removed'] as const) {
      expect(reactionsOf(withEvent(before, event({ action })) ?? [], 1)[0]?.hasUserReacted).toBe(true)
    }
  })

  it('must be fetched when one was changed to another', () => {
    expect(withEvent(steps(love()), event({ action: 'changed', previousType: 'fire' }))).toBeNull()
  })
})
