import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { api } from '../session/server/api.ts'
import { aToday } from '../testing/builders.ts'
import { signedInAs } from '../testing/render-app.tsx'
import { server } from '../testing/server.ts'
import { gameDayAt, nextMidnight } from './game-day.ts'

const EVENING = Date.parse('2026-11-21T23:30:00.000Z')

async function receiveZone(zone: string | null) {
  const headers = zone === null ? {} : { [HEADER.gameTimeZone]: zone }
  server.use(http.get('*/api/game/today', () => HttpResponse.json(aToday(), { headers })))
  signedInAs()
  await api.getToday()
}

it("computes days in the server's time zone", async () => {
  await receiveZone('Asia/Tokyo')
  expect(gameDayAt(EVENING)).toBe('2026-11-22')
  expect(nextMidnight(EVENING)).toBe(Date.parse('2026-11-22T15:00:00.000Z'))
})

it.each([null, 'Mars/Olympus'])(
  "computes days in the default time zone when the server's is %s",
  async (zone) => {
    await receiveZone(zone)
    expect(gameDayAt(EVENING)).toBe('2026-11-21')
    expect(nextMidnight(EVENING)).toBe(Date.parse('2026-11-22T05:00:00.000Z'))
  },
)
