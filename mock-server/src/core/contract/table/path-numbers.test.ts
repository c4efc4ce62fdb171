import { describe, expect, test } from 'vitest'
import { parseInput } from '../../../engine/calls/answer.ts'
import { endpoints } from './endpoints.ts'

const call = { name: 'removeReaction', params: {}, query: {}, body: {}, headers: {}, origin: '' } as const

/* Numbers in paths and queries must consist of digits, because Number() also accepts other texts: it reads '' as 0. */

describe.each([
  [
    'the step of a reaction',
    'stepIndex',
    endpoints.removeReaction,
    (text: string) => ({ params: { gameId: 'game', stepIndex: text } }),
  ],
  ['the limit of a history', 'limit', endpoints.getHistory, (text: string) => ({ query: { limit: text } })],
] as const)('%s', (_, name, endpoint, parts) => {
  test.each([' ', '', '%20', ' 1', '1 ', '+1', '-1', '1.0', '1e0', '0x1', '٣', '1\n', '9'.repeat(400)])(
    '%j is refused',
    (text) => {
      expect(parseInput(endpoint, { ...call, ...parts(text) })).toMatchObject({
        ok: false,
        refusal: { code: 'VALIDATION_FAILED', message: `${name}: expected digits only` },
      })
    },
  )

  test.each([
    ['7', 7],
    ['07', 7],
  ])('%j is %i', (text, number) => {
    expect(JSON.stringify(parseInput(endpoint, { ...call, ...parts(text) }))).toContain(`"${name}":${number}`)
  })
})
