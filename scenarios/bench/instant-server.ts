import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const TODAY = JSON.stringify({
  hasGame: true,
  gameId: 'game',
  status: 'active',
  yourStatus: 'completed',
  canStartTurn: false,
  participants: [],
})
const NONE = JSON.stringify({ error: { code: 'NOT_FOUND', message: 'There are no results of yesterday' } })
const ANSWERS: Readonly<Record<string, string>> = {
  '/api/auth/device': JSON.stringify({ user: { groupId: null }, token: 'token' }),
  '/api/game/today': TODAY,
  '/api/game/stats/daily': JSON.stringify({ totalPlayers: 1 }),
}

/**
 * Starts a server that answers every call immediately with the fields that a load reads, so that only the generator is
 * measured. Prints its URL as the first line.
 */
export function serveInstantly(): void {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume()
    const { url = '' } = request
    const isMissing = url.endsWith('/results')
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' })
    response.end(isMissing ? NONE : (ANSWERS[url] ?? '{}'))
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
}
