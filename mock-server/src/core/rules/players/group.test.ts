import { describe, expect, test } from 'vitest'
import { allowed, NOON, refusalOf } from '../game/game.fixture.ts'
import { addMember, type Group, mayKick, removeMember } from './group.ts'

const owls = (...ids: string[]): Group => ({
  id: 'owls',
  name: 'Owls',
  code: 'OWLS42',
  avatar: null,
  hostId: ids[0] ?? '',
  difficulty: 'easy',
  createdAt: NOON,
  members: ids.map((userId) => ({ userId, joinedAt: NOON })),
})

describe('members', () => {
  test('are appended once, up to fifty', () => {
    expect(allowed(addMember(owls('ann'), 'ben', NOON)).members.map(({ userId }) => userId)).toEqual([
      'ann',
      'ben',
    ])
    const group = owls('ann')
    expect(allowed(addMember(group, 'ann', NOON))).toBe(group)
    const full = owls(...Array.from({ length: 50 }, (_, at) => `u${at}`))
    expect(refusalOf(addMember(full, 'zoe', NOON))).toBe(
      'CONFLICT: This group is full. A group has at most 50 members.',
    )
  })

  test('inherit the host role, longest-standing first; the group ends when its last member leaves', () => {
    expect(removeMember(owls('ann', 'ben', 'cat'), 'ann')).toMatchObject({ hostId: 'ben' })
    expect(removeMember(owls('ann', 'ben'), 'ben')).toMatchObject({ hostId: 'ann' })
    expect(removeMember(owls('ann'), 'ann')).toBeNull()
  })

  test('can be kicked only by the host, and the host cannot be kicked', () => {
    const group = owls('ann', 'ben')
    expect(refusalOf(mayKick(group, 'ann', 'ben'))).toBe('allowed')
    expect(refusalOf(mayKick(group, 'ben', 'ann'))).toMatch(/^FORBIDDEN/)
    expect(refusalOf(mayKick(group, 'ann', 'ann'))).toMatch(/^FORBIDDEN/)
    expect(refusalOf(mayKick(group, 'ann', 'zoe'))).toMatch(/^NOT_FOUND/)
  })
})
