import { expect, test } from 'vitest'
import { Persons } from './persons.ts'
import type { PlayedStep } from './played-step.ts'

const NOW = '2026-05-20T12:00:00.000Z'

function persons() {
  const known = new Persons(
    new Map([
      ['id of ann', 'ann'],
      ['id of ben', 'ben'],
    ]),
  )
  const note = (step: object, body: unknown, code: string | null = null) =>
    known.note(step as PlayedStep, {
      status: code === null ? 200 : 400,
      headers: {},
      body,
      error: code === null ? null : { code, message: '' },
    })
  return { known, note, of: (bot: string, groupId?: string) => known.of(bot, NOW, groupId) }
}

const group = (...members: string[]) => ({
  id: 'g',
  groupId: 'g',
  hostId: 'id of ann',
  members: members.map((userId) => ({ userId })),
})

test('a member of a group who leaves or is kept out is no longer one', () => {
  const { known, note, of } = persons()
  expect(of('ben')).toEqual(['outsider'])
  note({ bot: 'ann', do: 'create-group' }, group('id of ann'))
  note({ bot: 'ben', do: 'join-group' }, group('id of ann', 'id of ben'))
  expect([of('ann', 'g'), of('ben', 'g'), of('ben', 'another')]).toEqual([['host'], ['member'], ['outsider']])
  expect(known.circle('g')).toEqual({ host: 'ann', members: ['ann', 'ben'], keptOut: [] })
  note({ bot: 'ben', do: 'leave-group' }, { success: true })
  expect(of('ben', 'g')).toEqual(['former member'])
  note({ bot: 'ben', do: 'join-group' }, group('id of ann', 'id of ben'))
  note(
    { bot: 'ann', do: 'kick-member', with: { userId: `\${ben.userId}`, keepOut: true } },
    group('id of ann'),
  )
  expect(of('ben', 'g')).toEqual(['kept out'])
  expect(known.circle('g')?.keptOut).toEqual(['ben'])
})

test('players are told apart by their turn, blocks, suspensions and tokens', () => {
  const { note, of } = persons()
  note({ bot: 'ben', do: 'today' }, { hasGame: true, yourStatus: 'pending' })
  note({ bot: 'ann', do: 'block', with: { userId: `\${ben.userId}` } }, {})
  expect(of('ben')).toEqual(['waiting', 'outsider', 'blocked'])
  note({ bot: 'ben', do: 'start-turn' }, { turnId: 't' })
  note({ bot: 'ann', do: 'unblock', with: { userId: `\${ben.userId}` } }, {})
  const decision = (action: string, until: string) =>
    note({ admin: 'decide' }, { userId: 'id of ben', action, until })
  decision('suspend', '2026-05-21T12:00:00.000Z')
  expect(of('ben')).toEqual(['playing', 'outsider', 'suspended'])
  decision('suspend', '2026-05-19T12:00:00.000Z')
  expect(of('ben')).not.toContain('suspended')
  note({ bot: 'ben', do: 'delete-account' }, {})
  note({ bot: 'ben', do: 'today' }, null, 'AUTH_INVALID')
  expect(of('ben')).toContain('deleted')
  note({ bot: 'ben', do: 'sign-in-device' }, {})
  note({ bot: 'ben', do: 'today' }, null, 'AUTH_INVALID')
  expect(of('ben')).toContain('signed out')
})
