import { holds, Unreached } from './findings.ts'
import { draws, MINUTE } from './plays.ts'
import { pointsOf } from './point.ts'

const players = pointsOf(
  'Players and tokens',
  'write',
)({
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

const groups = pointsOf(
  'Groups',
  'write',
)({
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
    const { players: members, id } = await probe.circle(3)
    const [ann, ben, cat] = members
    await probe.replies('leaveGroup', { id }, ann)
    const { hostId, memberCount } = await probe.replies('getGroup', { id }, cat)
    holds(hostId === ben.user.id && memberCount === 2, 'another member is host')
    const { groupId } = await probe.replies('getProfile', {}, ann)
    holds(groupId === null, 'who has left is still in the group, by their own profile')
    await probe.refuses('FORBIDDEN', 'getGroup', { id }, ann)
    await probe.replies('createGroup', { name: 'Another' }, ann)
  },
  'only the host removes members and changes settings': async (probe) => {
    const { players: members, id } = await probe.circle(3)
    const [, ben, cat] = members
    await probe.refuses('FORBIDDEN', 'kickMember', { id, userId: cat.user.id }, ben)
    await probe.refuses('FORBIDDEN', 'updateGroupSettings', { id, name: 'Bens' }, ben)
  },
  "who leaves is taken out of today's game while waiting, and skipped while playing": async (probe) => {
    const { players: members, id } = await probe.circle(4)
    const [ann, ben, cat, dan] = members
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
    const { players: members, id, code } = await probe.circle(1)
    const joining = await probe.strangers(6)
    const renamed = probe.replies('updateGroupSettings', { id, name: 'Renamed' }, members[0])
    await Promise.all([renamed, ...joining.map((bot) => probe.replies('joinGroup', { code }, bot))])
    const { memberCount, name } = await probe.replies('getGroup', { id }, members[0])
    holds(memberCount === 7, `of six who have joined at once, ${memberCount - 1} are members`)
    holds(name === 'Renamed', `the name is '${name}' after it was changed`)
    const { participants } = await probe.replies('getToday', {}, members[0])
    holds(participants.length === 7, `${participants.length} of seven are in the game of today`)
  },
  'members are shown with their status in the game of today': async (probe) => {
    const { players: members, id, code } = await probe.circle(3)
    const [ann, ben] = members
    await draws(ann)
    await probe.replies('startTurn', {}, ben)
    const { members: shown } = await probe.replies('getGroup', { id }, ann)
    const statuses = shown.map(({ status }) => status).join()
    holds(statuses === 'completed,playing,pending', `they are ${statuses}`)
    holds(/^[^O0I1S5B8]+$/.test(code), `the new code ${code} has characters that look alike`)
  },
  'the link of an invitation leads to the server, with the code': async (probe) => {
    const { players: members, id } = await probe.circle(1)
    const { code, link } = await probe.replies('inviteToGroup', { id }, members[0])
    const address = URL.canParse(link) ? new URL(link) : null
    holds(address !== null && address.searchParams.get('code') === code, `the link is '${link}'`)
  },
})

const large = pointsOf(
  'Groups',
  'controls',
)({
  'a group has at most 50 members': async (probe) => {
    const { code } = await probe.circle(1)
    for (let at = 0; at < 49; at++) await probe.replies('joinGroup', { code }, await probe.stranger())
    await probe.refuses('CONFLICT', 'joinGroup', { code }, await probe.stranger())
  },
})

const safe = pointsOf('Safe groups', 'write', { extension: 'group-safety' })({
  'who is kept out cannot join again, until let back in, which holds for that player only': async (probe) => {
    const { players: members, id, code } = await probe.circle(3)
    const [ann, ben, cat] = members
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
    const { players: members, id, code } = await probe.circle(2)
    const [ann, ben] = members
    await probe.replies('kickMember', { id, userId: ben.user.id }, ann)
    await probe.replies('joinGroup', { code }, ben)
  },
  'a new code ends the old one': async (probe) => {
    const { players: members, id, code } = await probe.circle(1)
    const renewed = await probe.replies('renewGroupCode', { id }, members[0])
    holds(renewed.code !== code, 'the new code is the old one')
    const dan = await probe.stranger()
    await probe.refuses('NOT_FOUND', 'joinGroup', { code }, dan)
    await probe.replies('joinGroup', { code: renewed.code }, dan)
  },
  'results that are not public are NOT_FOUND, also after the group was renamed or has ended': async (
    probe,
  ) => {
    const { players: members, id, gameId } = await probe.circle(2)
    const [ann, ben] = members
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
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

const invitations = pointsOf('Invitations', 'write', { extension: 'invitations' })({
  'an invitation shows its group without sign-in': async (probe) => {
    const { code, id } = await probe.circle(1)
    const shown = await probe.replies('getInvitation', { code })
    holds(shown.id === id && shown.memberCount === 1, 'it shows another group')
    await probe.refuses('NOT_FOUND', 'getInvitation', { code: 'ZZZZZ2' })
  },
  'the faces of an invitation, where there are any, are avatars without names, and none of a blocked player':
    async (probe) => {
      const { players: members, code } = await probe.circle(3)
      const [ann, ben, cat] = members
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

const account = pointsOf('Account', 'write', { extension: 'account' })({
  'the export has what the player made, and no word of an open game': async (probe) => {
    const { players: members } = await probe.circle(2)
    const [ann, ben] = members
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
    const { players: members, gameId, id } = await probe.circle(3)
    const [ann, ben, cat] = members
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

const keptOutForGood = pointsOf('Safe groups', 'write', { extension: 'account' })({
  'a new account on the same device is kept out too': async (probe) => {
    const { extensions } = await probe.replies('getExtensions')
    if (!extensions.includes('group-safety') || !extensions.includes('devices'))
      throw new Unreached('the server does not keep players out')
    const { players: members, id, code } = await probe.circle(2)
    const [ann, ben] = members
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

const devices = pointsOf('Devices', 'write', { extension: 'devices' })({
  'a move code works once, in any case, and a new one ends the last': async (probe) => {
    const [ann, ben, cat] = await probe.strangers(3)
    const { code: old } = await probe.replies('createMoveCode', {}, ann)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    await probe.refuses('NOT_FOUND', 'previewMove', { code: old })
    const { username } = await probe.replies('previewMove', { code: code.toLowerCase() })
    holds(username === ann.user.username, `the code is shown as that of '${username}'`)
    const moved = await probe.replies('moveHere', { code, deviceId: ben.deviceId, replace: true })
    holds(moved.user.id === ann.user.id, 'the device becomes another player')
    await probe.refuses('NOT_FOUND', 'moveHere', { code, deviceId: cat.deviceId, replace: true })
  },
  'a device with something to lose is asked first': async (probe) => {
    const ann = await probe.stranger()
    const { players: members } = await probe.circle(1)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    const { deviceId } = members[0]
    await probe.refuses('CONFLICT', 'moveHere', { code, deviceId })
    const { formerCode } = await probe.replies('moveHere', { code, deviceId, replace: true })
    holds(formerCode !== undefined, 'there is no code that brings the given-up player back')
  },
  'a new device cannot sign out an older one, but the older one it, at once': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    const { token } = await probe.replies('moveHere', { code, deviceId: ben.deviceId, replace: true })
    const { devices: list } = await probe.replies('getDevices', {}, token)
    const [older, newer] = [list.find((each) => !each.current), list.find((each) => each.current)]
    if (!older || !newer) throw new Unreached('the list does not have both devices')
    await probe.refuses('FORBIDDEN', 'removeDevice', { id: older.id }, token)
    await probe.refuses('FORBIDDEN', 'signOutOthers', {}, token)
    await probe.replies('removeDevice', { id: newer.id }, ann)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, token)
    await probe.replies('getProfile', {}, ann)
  },
})

const expiring = pointsOf('Devices', 'controls', { extension: 'devices' })({
  'a move code is valid for ten minutes': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const first = await probe.replies('createMoveCode', {}, ann)
    await probe.wait(9 * MINUTE)
    await probe.replies('moveHere', { code: first.code, deviceId: ben.deviceId, replace: true })
    const { newDevice } = await probe.replies('getProfile', {}, ann)
    holds(newDevice !== undefined, 'the first device does not learn of the new one')
    await probe.replies('acknowledgeDevice', { at: newDevice.at }, ann)
    const after = await probe.replies('getProfile', {}, ann)
    holds(after.newDevice === undefined, 'it is told again after it has acknowledged the device')
    const { code } = await probe.replies('createMoveCode', {}, ann)
    await probe.wait(9 * MINUTE)
    await probe.replies('previewMove', { code })
    await probe.wait(2 * MINUTE)
    await probe.refuses('NOT_FOUND', 'previewMove', { code })
  },
})

export const MEMBERSHIP_POINTS = [
  ...players,
  ...groups,
  ...safe,
  ...invitations,
  ...account,
  ...keptOutForGood,
  ...devices,
]
export const TIMED_MEMBERSHIP_POINTS = [...large, ...expiring]
