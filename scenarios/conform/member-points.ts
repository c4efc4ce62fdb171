import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { holds, Unreached } from './findings.ts'
import { DAY, draws, guesserIn, HOUR, played } from './plays.ts'
import { pointsOf } from './point.ts'

const players = pointsOf('Players and tokens', 'write', {
  "a new player is called 'Player' and four digits, and names need not be unique": async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    holds(/^Player\d{4}$/.test(ann.user.username), `the name is '${ann.user.username}'`)
    for (const bot of [ann, ben]) await probe.replies('updateProfile', { username: 'Conformer' }, bot)
  },
  'reserved, offensive and default names, and names with contact details or bad signs are refused': async (
    probe,
  ) => {
    const ann = await probe.stranger()
    for (const username of [
      'Moderator',
      'admin',
      'root',
      'Inkling',
      'Player12',
      'sh1t',
      '_ann',
      'ann-',
      'a b',
    ])
      await probe.refuses('VALIDATION_FAILED', 'updateProfile', { username }, ann)
  },
})

const groups = pointsOf('Groups', 'write', {
  'a name of a group has at most 30 characters at creation and 50 later': async (probe) => {
    const ann = await probe.stranger()
    await probe.refuses('VALIDATION_FAILED', 'createGroup', { name: 'x'.repeat(31) }, ann)
    const { id } = await probe.replies('createGroup', { name: 'Owls and others of the night 1' }, ann)
    await probe.replies(
      'updateGroupSettings',
      { id, name: 'Owls, owls and others of the night, and day and 12' },
      ann,
    )
    for (const name of [`${'Owls '.repeat(10)}x`, '   ', 'fuck this'])
      await probe.refuses('VALIDATION_FAILED', 'updateGroupSettings', { id, name }, ann)
  },
  'the longest-standing member becomes host when the host leaves, who is in no group then': async (probe) => {
    const { ann, ben, cat, id } = await probe.circle(3)
    await probe.replies('leaveGroup', { id }, ann)
    const { hostId, memberCount } = await probe.replies('getGroup', { id }, cat)
    holds(hostId === ben.user.id && memberCount === 2, 'another member is host')
    const { groupId } = await probe.replies('getProfile', {}, ann)
    holds(groupId === null, 'who has left is still in the group, by their own profile')
    await probe.refuses('FORBIDDEN', 'getGroup', { id }, ann)
    await probe.replies('createGroup', { name: 'Another' }, ann)
  },
  'only the host removes members and changes settings': async (probe) => {
    const { ben, cat, id } = await probe.circle(3)
    await probe.refuses('FORBIDDEN', 'kickMember', { id, userId: cat.user.id }, ben)
    await probe.refuses('FORBIDDEN', 'updateGroupSettings', { id, name: 'Bens' }, ben)
  },
  "who leaves is taken out of today's game while waiting, and skipped while playing": async (probe) => {
    const { ann, ben, cat, dan, id } = await probe.circle(4)
    await draws(ann)
    await probe.replies('leaveGroup', { id }, cat)
    const left = await probe.replies('getToday', {}, dan)
    const ids = left.participants.map(({ userId }) => userId)
    holds(!ids.includes(cat.user.id), 'who has left while waiting is still in the game')
    await probe.replies('startTurn', {}, ben)
    await probe.replies('leaveGroup', { id }, ben)
    const { currentTurn, canStartTurn, participants } = await probe.replies('getToday', {}, dan)
    holds(currentTurn === null && canStartTurn, 'the turn of the player who has left goes on')
    holds(participants[1]?.status === 'skipped', `the player who has left is ${participants[1]?.status}`)
    holds(participants.length === 3, 'a player who has had a turn is no longer in the game')
  },
  'players who join at the same moment are all members, and who renames it meanwhile is not undone': async (
    probe,
  ) => {
    const { ann, id, code } = await probe.circle(1)
    const joining = await probe.strangers(6)
    const renamed = probe.replies('updateGroupSettings', { id, name: 'Renamed' }, ann)
    await Promise.all([renamed, ...joining.map((bot) => probe.replies('joinGroup', { code }, bot))])
    const { memberCount, name } = await probe.replies('getGroup', { id }, ann)
    holds(memberCount === 7, `of six who have joined at once, ${memberCount - 1} are members`)
    holds(name === 'Renamed', `the name is '${name}' after it was changed`)
    const { participants } = await probe.replies('getToday', {}, ann)
    holds(participants.length === 7, `${participants.length} of seven are in the game of today`)
  },
  'members are shown with their status in the game of today': async (probe) => {
    const { ann, id, code } = await guesserIn(probe, 3)
    const { members: shown } = await probe.replies('getGroup', { id }, ann)
    const statuses = shown.map(({ status }) => status).join()
    holds(statuses === 'completed,playing,pending', `they are ${statuses}`)
    holds(/^[^O0I1S5B8]+$/.test(code), `the new code ${code} has characters that look alike`)
  },
  'the link of an invitation leads to the server, with the code': async (probe) => {
    const { ann, id } = await probe.circle(1)
    const { code, link } = await probe.replies('inviteToGroup', { id }, ann)
    const address = URL.canParse(link) ? new URL(link) : null
    holds(address !== null && address.searchParams.get('code') === code, `the link is '${link}'`)
  },
  'a name of a group is trimmed, and its avatar is one sign or an address of the server': async (probe) => {
    const ann = await probe.stranger()
    const { id, name } = await probe.replies('createGroup', { name: '  Owls ', avatar: '🦉' }, ann)
    holds(name === 'Owls', `the name is '${name}'`)
    for (const avatar of ['no avatar', 'https://example.com/a.png'])
      await probe.refuses('VALIDATION_FAILED', 'updateGroupSettings', { id, avatar }, ann)
    const changed = await probe.replies('updateGroupSettings', { id, avatar: 'Z' }, ann)
    holds(changed.avatar === 'Z' && changed.name === 'Owls', 'a change of the avatar changes the name')
  },
})

const large = pointsOf('Groups', 'controls', {
  'a group has at most 50 members': async (probe) => {
    const { code } = await probe.circle(1)
    for (let at = 0; at < 49; at++) await probe.replies('joinGroup', { code }, await probe.stranger())
    await probe.refuses('CONFLICT', 'joinGroup', { code }, await probe.stranger())
  },
})

const safe = pointsOf('Safe groups', ['group-safety', 'write'], {
  'who is kept out cannot join again, until let back in, which holds for that player only': async (probe) => {
    const { ann, ben, cat, id, code } = await probe.circle(3)
    for (const bot of [ben, cat])
      await probe.replies('kickMember', { id, userId: bot.user.id, keepOut: true }, ann)
    for (const bot of [ben, cat]) await probe.refuses('NOT_FOUND', 'joinGroup', { code }, bot)
    const { players: out } = await probe.replies('getKeptOut', { id }, ann)
    holds(out.length === 2, `${out.length} of two players are listed as kept out`)
    await probe.replies('letBackIn', { id, userId: ben.user.id }, ann)
    await probe.replies('joinGroup', { code }, ben)
    await probe.refuses('NOT_FOUND', 'joinGroup', { code }, cat)
    await probe.refuses('FORBIDDEN', 'getKeptOut', { id }, ben)
  },
  'a removed player who is not kept out can join again': async (probe) => {
    const { ann, ben, id, code } = await probe.circle(2)
    await probe.replies('kickMember', { id, userId: ben.user.id }, ann)
    await probe.replies('joinGroup', { code }, ben)
  },
  'a new code ends the old one': async (probe) => {
    const { ann, id, code } = await probe.circle(1)
    const renewed = await probe.replies('renewGroupCode', { id }, ann)
    holds(renewed.code !== code, 'the new code is the old one')
    const dan = await probe.stranger()
    await probe.refuses('NOT_FOUND', 'joinGroup', { code }, dan)
    await probe.replies('joinGroup', { code: renewed.code }, dan)
  },
  'results that are not public are NOT_FOUND, also after the group was renamed or has ended': async (
    probe,
  ) => {
    const { ann, ben, id, gameId } = await played(probe)
    await probe.replies('getPublicResults', { gameId })
    await probe.replies('updateGroupSettings', { id, publicResults: false }, ann)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId })
    await probe.replies('updateGroupSettings', { id, name: 'Renamed' }, ann)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId })
    await probe.replies('getGame', { id: gameId }, ben)
    for (const bot of [ann, ben]) await probe.replies('leaveGroup', { id }, bot)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId })
  },
})

const invitations = pointsOf('Invitations', ['invitations', 'write'], {
  'an invitation shows its group without sign-in': async (probe) => {
    const { code, id } = await probe.circle(1)
    const shown = await probe.replies('getInvitation', { code })
    holds(shown.id === id && shown.memberCount === 1, 'it shows another group')
    await probe.refuses('NOT_FOUND', 'getInvitation', { code: 'ZZZZZ2' })
  },
  'the faces of an invitation, where there are any, are avatars without names, and none of a blocked player':
    async (probe) => {
      const { ann, ben, cat, code } = await probe.circle(3)
      await probe.replies('updateProfile', { avatar: '🐙' }, ann)
      await probe.replies('updateProfile', { avatar: '🦉' }, ben)
      const shown = await probe.replies('getInvitation', { code })
      // Older servers have none.
      if (shown.faces === undefined) return
      holds(shown.faces.join() === '🐙,🦉', `it shows ${shown.faces.join()}`)
      holds(!JSON.stringify(shown).includes(ben.user.username), 'it names a member')
      const { error } = await probe.ask('block', { userId: ben.user.id }, cat.token)
      if (error !== null) return
      const { faces = [] } = await probe.replies('lookupGroup', { code }, cat)
      holds(faces.join() === '🐙', `a player who has blocked a member sees ${faces.join()}`)
    },
})

const account = pointsOf('Account', ['account', 'write'], {
  'the export has what the player made, and no word of an open game': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    const { outcome } = await draws(ann)
    for (const bot of [ann, ben]) {
      const { body } = await probe.ask('exportAccount', {}, bot.token)
      const { games = [] } = body as { games?: { word: unknown; entries: unknown[] }[] }
      holds(games.length === 1, `the export has ${games.length} of one game`)
      holds(games[0]?.word === null, `it tells the word '${games[0]?.word}' of an open game`)
      holds(games[0]?.entries.length === (bot === ann ? 1 : 0), 'it does not have what the player made')
    }
    holds(outcome !== null, 'there was nothing to draw')
  },
  'deletion needs the name, ends the token at once, and leaves a former player in games': async (probe) => {
    const { ann, ben, cat, gameId, id } = await probe.circle(3)
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.refuses('VALIDATION_FAILED', 'deleteAccount', { username: 'Somebody else' }, ann)
    const { username } = await probe.replies('getProfile', {}, ann)
    await probe.replies('deleteAccount', { username }, ann)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, ann)
    const { hostId } = await probe.replies('getGroup', { id }, ben)
    holds(hostId === ben.user.id, 'the group has no new host')
    await probe.replies('skipTurn', {}, cat)
    const { chain } = await probe.replies('getGame', { id: gameId }, ben)
    const [step] = chain
    holds(step?.username === 'Former player' && step.hidden === 'all', `the step is by '${step?.username}'`)
    holds(step.userId !== ann.user.id, 'the step still has the id of the player')
    const { isNewUser } = await probe.replies('signInDevice', { deviceId: ann.deviceId })
    holds(isNewUser, 'the device is still that of the deleted player')
  },
})

const keptOutForGood = pointsOf('Safe groups', ['account', 'write'], {
  'a new account on the same device is kept out too': async (probe) => {
    const { extensions } = await probe.replies('getExtensions')
    if (!extensions.includes('group-safety') || !extensions.includes('devices'))
      throw new Unreached('the server does not keep players out')
    const { ann, ben, id, code } = await probe.circle(2)
    const { code: move } = await probe.replies('createMoveCode', {}, ben)
    await probe.replies('kickMember', { id, userId: ben.user.id, keepOut: true }, ann)
    const dan = await probe.stranger()
    const { token } = await probe.replies('moveHere', { code: move, deviceId: dan.deviceId, replace: true })
    await probe.refuses('NOT_FOUND', 'joinGroup', { code }, token)
    // The first device becomes the player of another one, and stays kept out.
    const { code: other } = await probe.replies('createMoveCode', {}, await probe.stranger())
    const moved = await probe.replies('moveHere', { code: other, deviceId: ben.deviceId, replace: true })
    await probe.refuses('NOT_FOUND', 'joinGroup', { code }, moved.token)
  },
})

const history = pointsOf('Players and tokens', 'controls', {
  'history has each game, also two of a day, and no word before a game is over': async (probe) => {
    const { ann, code } = await probe.circle(2)
    const dan = await probe.stranger()
    await probe.replies('jumpIn', {}, dan)
    await probe.replies('joinGroup', { code }, dan)
    await draws(dan)
    const open = await probe.replies('getHistory', {}, dan)
    holds(open.entries.length === 2, `there are ${open.entries.length} of two games`)
    holds(
      open.entries.every(({ word }) => word === null),
      'the word of an open game is shown',
    )
    const { daysPlayed, participated } = open.summary
    holds(daysPlayed === 1 && participated === 1, `daysPlayed is ${daysPlayed}, participated ${participated}`)
    await probe.nextDay()
    await draws(dan)
    const first = await probe.replies('getHistory', { limit: 1 }, dan)
    holds(
      first.entries.length === 1 && first.nextBefore !== null,
      `a page of one has ${first.entries.length}`,
    )
    const second = await probe.replies('getHistory', { limit: 1, before: first.nextBefore }, dan)
    holds(second.entries.length === 2, `the page with two games of a day has ${second.entries.length}`)
    const days = new Set(second.entries.map(({ date }) => date))
    holds(!days.has(first.nextBefore ?? ''), 'the next page begins with the last day of the page before')
    holds(
      second.entries.some(({ word }) => word !== null),
      'the word of a game that is over is null',
    )
    await probe.replies('getProfile', {}, ann)
  },
  'a token is renewed in its last week, and invalid after 30 days': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const headersOf = async () => (await probe.ask('getProfile', {}, ann.token)).headers
    holds((await headersOf())['x-token-days-remaining'] === '30', 'a new token is not valid for 30 days')
    await probe.wait(17 * DAY)
    const suggested = (await headersOf())['x-token-renewal-suggested']
    holds(suggested === 'true', `13 days before its end, the renewal is ${suggested ?? 'not'} suggested`)
    await probe.wait(7 * DAY)
    const renewed = (await headersOf())['x-token-renewed']
    holds(renewed !== undefined, 'six days before its end, the token is not renewed')
    await probe.wait(6 * DAY + 1000)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, ben)
    await probe.replies('getProfile', {}, renewed)
  },
  'a renewed token is valid for 30 days from then on': async (probe) => {
    const ann = await probe.stranger()
    await probe.wait(20 * DAY + HOUR)
    const { token } = await probe.replies('renewToken', {}, ann)
    const { headers } = await probe.ask('getProfile', {}, token)
    const days = headers[HEADER.tokenDaysRemaining]
    holds(days === '30', `the new token has ${days} days`)
  },
})

export const MEMBERSHIP_POINTS = [
  ...players,
  ...groups,
  ...large,
  ...safe,
  ...invitations,
  ...account,
  ...keptOutForGood,
  ...history,
]
