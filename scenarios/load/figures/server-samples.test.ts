import { expect, test } from 'vitest'
import type { Target } from '../../runner/targets/target.ts'
import { ServerSamples } from './server-samples.ts'

const METRICS = () => new Response('process_cpu_seconds_total 3\n')

/** Takes a sample for each of these responses. */
async function read(...responses: (() => Response)[]) {
  let calls = 0
  const target = {
    baseUrl: 'http://inkling.test',
    fetch: async () => responses[calls++]?.(),
  } as unknown as Target
  const server = new ServerSamples(target, new AbortController().signal)
  for (const at of responses.keys()) await server.take(at)
  return { calls, limited: server.limited, at: server.samples.map((sample) => sample.at) }
}

const respond = (status: number) => () => new Response('{}', { status })
const cutOff = () => {
  throw new TypeError('fetch failed')
}

test('a server that fails once is read again', async () => {
  expect(await read(METRICS, respond(503), METRICS)).toEqual({ calls: 3, limited: null, at: [0, 2] })
  expect(await read(METRICS, cutOff, METRICS)).toEqual({ calls: 3, limited: null, at: [0, 2] })
})

test.each([
  [403, 'the metrics of the server need its admin key'],
  [404, 'the server provides no metrics at /metrics'],
  [200, 'the server provides no metrics at /metrics'],
])('after status %i without metrics, a server is not read again: %s', async (status, limited) => {
  expect(await read(respond(status), METRICS)).toEqual({ calls: 1, limited, at: [] })
})

test('the last failure is reported', async () => {
  expect((await read(respond(503))).limited).toContain('status 503')
  expect((await read(cutOff)).limited).toContain('fetch failed')
})
