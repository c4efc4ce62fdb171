import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Copies to the clipboard, sets the title, C1 colours, conceals, and reverses the direction of text. */
const SEQUENCES = '\u001b]52;c;aGVsbG8=\u0007\u001b]0;owned\u0007\u009b31m\u001b[8m\u202e'
const MARKUP =
  '</small><script>document.title="owned"</script>"><img src=x onerror="document.title=\'owned\'">'
const BAD = SEQUENCES + MARKUP

const user = {
  id: 'u1',
  username: `ann${BAD}`,
  avatar: null,
  groupId: 'g1',
  settings: {},
  finishedOnboarding: true,
}
const step = { userId: 'u', username: `ann${BAD}`, avatar: null, timeSpent: 1 }

/** Results with markup and sequences in each text and number. */
const hostileResults = {
  gameId: 'game1',
  date: `2026-03-10${BAD}`,
  word: `cat${BAD}`,
  finalGuess: `dog${BAD}`,
  similarityScore: `3${BAD}`,
  matchType: `exact${BAD}`,
  matchedWord: null,
  totalAttempts: 1,
  guessAttempts: [],
  participants: [],
  chain: [
    { ...step, stepIndex: 0, type: 'drawing', content: { drawing: `AAAA${BAD}` } },
    {
      ...step,
      stepIndex: 1,
      type: 'guessing',
      content: { guess: `dog${BAD}` },
      similarityScore: `4${BAD}`,
    },
  ],
}

const BODIES: Readonly<Record<string, object>> = {
  '/api/auth/device': { user, token: 't', isNewUser: false },
  '/api/user/profile': user,
  '/api/game/today': {
    hasGame: true,
    gameId: 'game1',
    status: `active${BAD}`,
    yourStatus: 'pending',
    canStartTurn: true,
    yourNextTurnType: 'drawing',
    currentTurn: null,
    participants: [],
    yourSubmission: null,
    yourPreviousEntry: null,
    word: `cat${BAD}`,
    gameType: 'group',
    group: null,
  },
  '/control/users': {
    items: [
      { id: 'u1;echo', username: 'owned', groupId: null, deviceHash: null, lastSeenAt: null, createdAt: '' },
      { id: 'u2', username: `ann\n${BAD}`, groupId: null, deviceHash: null, lastSeenAt: null, createdAt: '' },
    ],
    next: null,
  },
  '/api/groups/g1': {
    id: 'g1',
    groupId: 'g1',
    name: `Owls${BAD}`,
    code: `ABC${BAD}`,
    avatar: null,
    hostId: 'u1',
    memberCount: 1,
    members: [],
    settings: { difficulty: 'easy' },
  },
}

const REFUSAL = { error: { code: `VALIDATION_FAILED${BAD}`, message: `bad${BAD}` } }

/** A server that answers with control characters and markup where the contract promises names, dates and numbers. */
export async function startHostileServer(): Promise<{ url: string; close(): void }> {
  // Longer than the default, so that no idle connection closes at the moment of a call.
  const server = createServer({ keepAliveTimeout: 65_000 }, ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const body = pathname.startsWith('/api/public/game') ? hostileResults : BODIES[pathname]
    response.writeHead(body ? 200 : 400, {
      'content-type': 'application/json',
      'x-game-time-zone': 'America/New_York',
    })
    response.end(JSON.stringify(body ?? REFUSAL))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
