import type { Participant, Today, TurnView } from '@inkling/mock-server/contract/schemas/game'
import type { GroupView, Member } from '@inkling/mock-server/contract/schemas/group'
import type { ChainStep, GameResults, ResultAttempt } from '@inkling/mock-server/contract/schemas/results'
import type { HistoryEntry, UserView } from '@inkling/mock-server/contract/schemas/user'

/* Complete, valid documents for tests. Each test overrides the fields that it is about. */

const NOON = '2026-11-21T17:00:00.000Z'
/** One white pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

export const aUser = (parts: Partial<UserView> = {}): UserView => ({
  id: 'ann',
  username: 'Ann',
  avatar: null,
  groupId: null,
  settings: {},
  finishedOnboarding: true,
  ...parts,
})

export const aParticipant = (username: string, parts: Partial<Participant> = {}): Participant => ({
  userId: username.toLowerCase(),
  username,
  avatar: null,
  status: 'pending',
  playedAt: parts.status === 'completed' ? NOON : null,
  joinedAt: NOON,
  ...parts,
})

export const aToday = (parts: Partial<Today> = {}): Today => ({
  hasGame: true,
  gameId: 'game1',
  status: 'active',
  yourStatus: 'pending',
  canStartTurn: false,
  yourNextTurnType: 'drawing',
  currentTurn: null,
  participants: [aParticipant('Ann'), aParticipant('Ben'), aParticipant('Cleo')],
  yourSubmission: null,
  yourPreviousEntry: null,
  word: null,
  gameType: 'public',
  group: null,
  ...parts,
})

export const aTurn = (parts: Partial<TurnView> = {}): TurnView => ({
  turnId: 'turn1',
  gameId: 'game1',
  type: 'guess',
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  word: null,
  previousEntry: { drawing: PNG },
  currentAttempts: [],
  attemptsRemaining: 5,
  ...parts,
})

export const anAttempt = (guess: string, parts: Partial<ResultAttempt> = {}): ResultAttempt => ({
  guess,
  similarityScore: 30,
  matchCategory: 'DISTANT',
  isCorrect: false,
  isLocked: false,
  timestamp: `2026-11-21T17:00:0${guess.length % 10}.000Z`,
  categoryMessage: 'Not very related',
  ...parts,
})

export const aMember = (username: string, parts: Partial<Member> = {}): Member => ({
  userId: username.toLowerCase(),
  username,
  avatar: null,
  joinedAt: NOON,
  status: 'idle',
  isHost: false,
  isAdmin: false,
  ...parts,
})

export const aGroup = (parts: Partial<GroupView> = {}): GroupView => {
  const members = parts.members ?? [aMember('Ann', { isHost: true, isAdmin: true }), aMember('Ben')]
  return {
    id: 'owls',
    groupId: 'owls',
    name: 'Night Owls',
    code: 'OWL123',
    avatar: null,
    hostId: 'ann',
    memberCount: members.length,
    settings: { difficulty: 'easy' },
    ...parts,
    members,
  }
}

export const aDay = (parts: Partial<HistoryEntry> = {}): HistoryEntry => ({
  gameId: 'game0',
  date: '2026-11-20',
  word: 'kettle',
  completed: true,
  myEntries: [{ type: 'guess', content: 'teapot', timeSpent: 75 }],
  ...parts,
})

/** A drawing of Ann, and what Ben guessed. */
export const twoSteps = (): [ChainStep, ChainStep] => [
  {
    stepIndex: 0,
    type: 'drawing',
    userId: 'ann',
    username: 'Ann',
    avatar: null,
    content: { drawing: PNG },
    timeSpent: 40,
  },
  {
    stepIndex: 1,
    type: 'guessing',
    userId: 'ben',
    username: 'Ben',
    avatar: null,
    content: { guess: 'kitty' },
    similarityScore: 95,
    timeSpent: 20,
  },
]

export const someResults = (parts: Partial<GameResults> = {}): GameResults => ({
  gameId: 'game1',
  date: '2026-11-20',
  word: 'cat',
  finalGuess: 'kitty',
  similarityScore: 95,
  matchType: 'similar',
  matchedWord: 'cat',
  totalAttempts: 2,
  chain: twoSteps(),
  guessAttempts: [
    anAttempt('dog', { stepIndex: 1 }),
    anAttempt('kitty', { similarityScore: 95, stepIndex: 1 }),
  ],
  participants: [
    { username: 'Ann', avatar: null },
    { username: 'Ben', avatar: null },
  ],
  ...parts,
})
