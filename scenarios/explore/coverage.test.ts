import { expect, test } from 'vitest'
import { Coverage } from './coverage.ts'
import type { Person } from './persons.ts'
import type { PlayedStep } from './played-step.ts'

function covered() {
  const coverage = new Coverage({ controls: true, only: new Set(['kick-member']), leftOut: new Map() })
  const note = (persons: Person[], code: string | null) =>
    coverage.note(
      { bot: 'ann', do: 'kick-member' } as PlayedStep,
      { status: 200, headers: {}, body: {}, error: code === null ? null : { code, message: '' } },
      [persons],
    )
  return { coverage, note }
}

test('the coverage says who had which outcome, and is complete when none that can be reached is missing', () => {
  const { coverage, note } = covered()
  note(['host', 'waiting'], null)
  note(['host'], null)
  note(['member'], 'FORBIDDEN')
  note(['member'], 'NETWORK_ERROR')
  const kick = () => coverage.calls.find(({ call }) => call === 'kick-member')
  expect(kick()?.reached).toEqual([
    { outcome: 'success', times: 2, persons: ['host', 'waiting'] },
    { outcome: 'FORBIDDEN', times: 1, persons: ['member'] },
  ])
  expect([coverage.timesMade('kickMember', 'host'), coverage.timesMade('kickMember', 'outsider')]).toEqual([
    2, 0,
  ])
  expect(kick()?.missing).toEqual(['VALIDATION_FAILED', 'AUTH_REQUIRED', 'AUTH_INVALID', 'NOT_FOUND'])
  expect(kick()?.unreachable.INTERNAL).toBe('a fault of the server')
  expect(coverage.isComplete).toBe(false)
  for (const code of kick()?.missing ?? []) note(['outsider'], code)
  expect(coverage.isComplete).toBe(true)
})
