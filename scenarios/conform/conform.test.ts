import { endpointNames, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch } from '../runner/targets/over-fetch.fixture.ts'
import { conform } from './conform.ts'
import { POINTS } from './points.ts'

const options = { sketchbook: spellingSketchbook, seed: 'conform' }
const server = () => inProcessTarget({ seed: 'conform', clock: '2026-03-06T12:00:00-05:00' })

test('the reference server conforms to every point, and every documented endpoint is called', async () => {
  const target = server()
  const called = new Set<string>()
  const watched = overFetch(target, (fetch) => (input, init) => {
    called.add(`${init?.method} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  })
  const { points } = await conform({ ...options, target: watched, write: true, controls: true })
  const notAsked = points.filter(({ outcome }) => outcome === 'skipped').map(({ detail }) => detail)
  expect(points.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(new Set(notAsked)).toEqual(
    new Set([
      'the server does not list the extension house-player',
      'the server does not list the extension previews',
      'needs --limits',
      'calls in this process have no ids',
    ]),
  )
  const skipped = endpointNames.filter((name) => {
    const { documented, extension, method, path, kind } = endpoints[name]
    const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return (
      documented && extension === null && kind === 'call' && ![...called].some((each) => pattern.test(each))
    )
  })
  expect(skipped).toEqual([])
})

test('without permission to write, nothing changes; a device id allows reading', async () => {
  const target = server()
  const before = await target.fetch(`${target.baseUrl}/control/world`).then((reply) => reply.text())
  const { points, skipped } = await conform({ ...options, target, write: false })
  expect(await target.fetch(`${target.baseUrl}/control/world`).then((reply) => reply.text())).toBe(before)
  expect(skipped).toBeGreaterThan(20)
  expect(points.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(25)
  const reading = await conform({ ...options, target, write: false, deviceId: 'a-device-that-may-read' })
  expect(reading.skipped).toBeLessThan(skipped)
})

test('deviations are reported point by point, and a server without admin calls is not asked for them', async () => {
  const other = overFetch(server(), (fetch) => async (input, init) => {
    const path = new URL(String(input)).pathname
    if (path.startsWith('/api/admin/')) {
      const error = { code: 'NOT_FOUND', message: 'There is no such address.' }
      return Response.json({ error }, { status: 404 })
    }
    const response = await fetch(input, init)
    if (path.endsWith('/stats/daily') && response.ok) return Response.json({ players: 3 })
    if (path.endsWith('/jump-in') && response.status === 409) return new Response('no', { status: 500 })
    return response
  })
  const { points, failed } = await conform({ ...options, target: other, write: true })
  const deviations = points.filter(({ outcome }) => outcome === 'failed')
  expect(failed).toBeGreaterThanOrEqual(2)
  expect(deviations.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('the response of GET /api/game/stats/daily is not as documented: totalPlayers'),
    expect.stringContaining('POST /api/game/jump-in returns 500 NETWORK_ERROR'),
  ])
  expect(points.map(({ detail }) => detail)).toContain('needs the admin key')
})

test('a socket that is refused is called refused', async () => {
  const refused = { isOpen: false, next: async () => ({ closed: 4403, reason: '' }), close() {} }
  const target = { ...server(), listen: async () => refused }
  const points = POINTS.filter(({ rule }) => rule.startsWith('a listener hears'))
  const result = await conform({ ...options, target, write: true, points })
  expect(result.points.map(({ detail }) => detail)).toEqual([
    'the socket of a player who may see the results closes with 4403',
  ])
})

test('a server whose admin calls fail is asked for them', async () => {
  const failing = overFetch(server(), (fetch) => (input, init) => {
    if (!new URL(String(input)).pathname.startsWith('/api/admin/')) return fetch(input, init)
    const error = { code: 'INTERNAL', message: 'oops' }
    return Promise.resolve(Response.json({ error }, { status: 500 }))
  })
  const points = POINTS.filter(({ rule }) => rule.startsWith('a history can be rebuilt'))
  const result = await conform({ ...options, target: failing, write: true, points })
  expect(result.points).toMatchObject([{ outcome: 'failed' }])
})
