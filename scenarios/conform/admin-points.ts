import { holds } from './findings.ts'
import { pointsOf } from './point.ts'

const UNKNOWN = 'nobody-has-this-id-0000'

export const ADMIN_POINTS = [
  ...pointsOf(
    'The day',
    'write',
  )({
    'a player without a group joins a public game, and gets the same one again': async (probe) => {
      const dan = await probe.player('dan')
      const today = await probe.replies('jumpIn', {}, dan)
      holds(today.gameType === 'public', `the game type is ${today.gameType}`)
      const again = await probe.replies('jumpIn', {}, dan)
      holds(again.gameId === today.gameId, 'the second call returns another game')
      // Skip the turn, so that nobody waits for this player.
      const { yourStatus } = await probe.replies('skipTurn', {}, dan)
      holds(yourStatus === 'skipped', `the player is ${yourStatus} after skipping`)
    },
  }),
  ...pointsOf(
    'Admin',
    'admin',
  )({
    "today's games are created once": async (probe) => {
      await probe.replies('triggerDailyGames')
      const { gamesCreated } = await probe.replies('triggerDailyGames')
      holds(gamesCreated === 0, `a second call creates ${gamesCreated} games`)
    },
    'a mock game is a completed game of an earlier day, one per day': async (probe) => {
      const ann = await probe.player('ann')
      const fields = { userId: ann.user.id, daysAgo: 1 }
      const { gameId } = await probe.replies('createMockGame', fields)
      await probe.replies('getPublicResults', { gameId })
      await probe.replies('getYesterdayResults', {}, ann)
      await probe.refuses('CONFLICT', 'createMockGame', fields)
      await probe.refuses('NOT_FOUND', 'createMockGame', { userId: UNKNOWN })
      await probe.refuses('VALIDATION_FAILED', 'createMockGame', { ...fields, daysAgo: -1 })
    },
    'a history can be rebuilt; rebuilding it again changes nothing': async (probe) => {
      const ann = await probe.player('ann')
      const rebuild = () => probe.replies('regenerateHistory', { userId: ann.user.id })
      const [first, second] = [await rebuild(), await rebuild()]
      holds(first.entries === second.entries, `${first.entries} entries become ${second.entries}`)
    },
    'a completed or missing game cannot be completed': async (probe) => {
      await probe.refuses('CONFLICT', 'completeUserGame', {}, await probe.player('ann'))
    },
  }),
]
