import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { aUser, PNG, someResults } from '../testing/builders.ts'
import { signedInAs } from '../testing/render-app.tsx'
import { server } from '../testing/server.ts'
import { api } from './server/api.ts'

const CALLS = [
  ['*/api/game/yesterday/results', () => api.getYesterdayResults()],
  ['*/api/game/game1', () => api.getGame({ params: { id: 'game1' } })],
  ['*/api/public/game/game1/results', () => api.getPublicResults({ params: { gameId: 'game1' } })],
] as const

const AS_OBJECTS = [{ drawing: PNG }, { guess: 'kitty' }]

it.each(CALLS)('content of %s becomes an object, whatever its format', async (path, call) => {
  signedInAs(aUser())
  const { chain } = someResults()
  for (const sent of [
    chain,
    chain.map((step) => ({ ...step, content: step.content.drawing ?? step.content.guess })),
    chain.map(({ content }) => ({ content: content.drawing ?? content.guess })),
    chain.map(({ content }) => content),
  ]) {
    server.use(http.get(path, () => HttpResponse.json({ ...someResults(), chain: sent })))
    const results = await call()
    expect(results.chain.map(({ content }) => content)).toEqual(AS_OBJECTS)
  }
})

it('a data URL is recognised as a drawing', async () => {
  const url = `data:image/png;base64,${PNG}`
  signedInAs(aUser())
  server.use(
    http.get('*/api/game/game1', () => HttpResponse.json({ ...someResults(), chain: [{ content: url }] })),
  )
  const { chain } = await api.getGame({ params: { id: 'game1' } })
  expect(chain.map(({ content }) => content)).toEqual([{ drawing: url }])
})
