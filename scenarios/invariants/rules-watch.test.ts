import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import { expect, test } from 'vitest'
import { RulesWatch, type Watched } from './rules-watch.ts'

const admin = { listGames: async () => ({ items: [] }) } as unknown as Client

/** Checks a player whose call for today's game fails with this status. */
const check = (status: number) =>
  new RulesWatch().check(admin, [
    {
      token: 't',
      client: {
        getToday: () => Promise.reject(new ApiError('CODE', 'not now', status)),
      } as Watched['client'],
    },
  ])

test.each([400, 401])('a player who is refused with %i sees no game that could leak', async (status) => {
  expect(await check(status)).toEqual([])
})

test.each([0, 429, 500, 503])('a view that could not be read (%i) was not checked', async (status) => {
  await expect(check(status)).rejects.toThrow('not now')
})
