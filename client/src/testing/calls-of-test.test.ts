import { describe, expect, it } from 'vitest'
import { aToday } from './builders.ts'
import { held, server } from './server.ts'

describe('calls of a test', () => {
  const poll = held('getToday', aToday())

  it('may be pending at its end', async () => {
    server.use(poll.handler)
    void fetch('/api/game/today')
      .catch(() => {})
      .then(() => fetch('/api/game/yesterday/results'))
      .catch(() => {})
    await poll.requested
  })

  it('are not followed by calls in the next test', async () => {
    const requests: string[] = []
    const note = ({ request }: { request: Request }) => void requests.push(request.url)
    server.events.on('request:start', note)
    poll.release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    server.events.removeListener('request:start', note)
    expect(requests).toEqual([])
  })
})
