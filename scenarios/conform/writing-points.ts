import { holds } from './findings.ts'
import { GAME_POINTS } from './game-points.ts'
import { LEAVING_POINTS, MEMBER_POINTS } from './group-points.ts'
import { type Point, pointsOf } from './point.ts'
import { UNKNOWN } from './probe.ts'
import { RESULT_POINTS } from './result-points.ts'

const profile = pointsOf('Players and tokens', 'write', {
  'the same device is the same user': async (probe) => {
    const ann = await probe.player('ann')
    const { user, isNewUser } = await probe.replies('signInDevice', { deviceId: ann.deviceId })
    holds(!isNewUser && user.id === ann.user.id, 'signing in again creates another user')
  },
  'a token can be renewed, and the new one is valid': async (probe) => {
    const { token } = await probe.replies('renewToken', {}, await probe.player('ann'))
    await probe.replies('getProfile', {}, token)
  },
  'name and avatar can be changed separately; an empty change changes nothing': async (probe) => {
    const ann = await probe.player('ann')
    const { username } = await probe.replies('updateProfile', { username: 'Annika' }, ann)
    const { avatar } = await probe.replies('updateProfile', { avatar: '🦉' }, ann)
    const after = await probe.replies('updateProfile', {}, ann)
    holds(username === 'Annika' && avatar === '🦉', 'the change is not in the reply')
    holds(after.username === 'Annika' && after.avatar === '🦉', 'an empty change has changed something')
  },
  'invalid names and avatars are VALIDATION_FAILED': async (probe) => {
    const ann = await probe.player('ann')
    for (const wrong of [{ username: 'A' }, { username: 'x'.repeat(21) }, { avatar: 'nine more letters' }]) {
      await probe.refuses('VALIDATION_FAILED', 'updateProfile', wrong, ann)
    }
  },
})

const notifications = pointsOf('Notifications', 'write', {
  'a push token is registered, listed and unregistered': async (probe) => {
    const ann = await probe.player('ann')
    const token = { token: `conform-${probe.seed}`, platform: 'web' }
    await probe.replies('registerToken', token, ann)
    const registered = await probe.replies('getTokens', {}, ann)
    holds(
      registered.tokens.some((each) => each.token === token.token),
      'the registered token is not listed',
    )
    await probe.replies('unregisterToken', token, ann)
    const left = await probe.replies('getTokens', {}, ann)
    holds(!left.tokens.some((each) => each.token === token.token), 'the token is still listed')
    await probe.replies('unregisterToken', token, ann)
  },
  'an empty token and one without a platform are refused with the documented messages': async (probe) => {
    const ann = await probe.player('ann')
    const empty = await probe.refuses(
      'VALIDATION_FAILED',
      'registerToken',
      { token: ' ', platform: 'web' },
      ann,
    )
    holds(empty.includes('Cannot register empty token'), `the message is '${empty}'`)
    const bare = await probe.refuses('VALIDATION_FAILED', 'registerToken', { token: 'one' }, ann)
    holds(bare.includes('Platform is required for token registration'), `the message is '${bare}'`)
  },
  'notifications can be turned off and on': async (probe) => {
    const ann = await probe.player('ann')
    for (const pushNotifications of [false, true]) {
      const reply = await probe.replies('updateNotificationSettings', { pushNotifications }, ann)
      holds(reply.pushNotifications === pushNotifications, 'the reply has the wrong value')
    }
  },
})

const publicGame = pointsOf('The day', 'write', {
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
})

const admin = pointsOf('Admin', 'admin', {
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
})

/** The order matters: a group is created, plays a game, views the results, and is deleted. */
export const WRITING_POINTS: readonly Point[] = [
  ...profile,
  ...notifications,
  ...MEMBER_POINTS,
  ...GAME_POINTS,
  ...RESULT_POINTS,
  ...publicGame,
  ...admin,
  ...LEAVING_POINTS,
]
