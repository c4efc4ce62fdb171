import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { linkedGame } from './stored-games.ts'

/** A store with one game. */
const holding = (id: string) => {
  const one = { id }
  const find = (ids: readonly string[]) => (ids.includes(id) ? [one] : [])
  return {
    tx: {
      get: async (_: string, wanted: string) => find([wanted])[0],
      peek: async (_: string, __: string, wanted: readonly string[]) => find(wanted),
    },
  } as unknown as Context
}

test.each(['n6SnjiVm3E4Ktosy0brR0-', 'n6SnjiVm3E4Ktosy0brR0_', 'n6SnjiVm3E4Ktosy0brR0A'])(
  '%s is found by its id, and without a last sign',
  async (id) => {
    expect(await linkedGame(holding(id), id)).toEqual({ id })
    expect(await linkedGame(holding(id), id.replace(/[-_]$/, ''))).toEqual({ id })
    expect(await linkedGame(holding(id), 'another')).toBeUndefined()
  },
)
