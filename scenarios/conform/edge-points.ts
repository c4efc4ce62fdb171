import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { encode } from 'fast-png'
import { holds } from './findings.ts'
import { DAY, draws, guesses, HOUR, WRONG } from './plays.ts'
import { pointsOf } from './point.ts'

const [WRONG_1, WRONG_2, WRONG_3] = WRONG

/** A picture of stripes in base64. */
function picture(width: number, height: number, { depth = 8, text }: { depth?: 8 | 16; text?: string } = {}) {
  const at = (index: number) => (index % 3 === 0 ? 0 : 2 ** depth - 1)
  const length = width * height
  const data =
    depth === 8 ? Uint8Array.from({ length }, (_, i) => at(i)) : Uint16Array.from({ length }, (_, i) => at(i))
  const png = encode({ width, height, channels: 1, depth, data, ...(text && { text: { Comment: text } }) })
  return Buffer.from(png).toString('base64')
}

/** White, and black that is fully transparent. */
function transparent(side: number): string {
  const data = Uint8Array.from({ length: side * side * 4 }, (_, at) => (at % 32 < 16 ? 255 : 0))
  return Buffer.from(encode({ width: side, height: side, channels: 4, data })).toString('base64')
}

const pictures = pointsOf(
  'Turns',
  'write',
)({
  'a drawing has 32 to 1024 pixels a side, 8 bits a channel, and more than transparency': async (probe) => {
    const { players } = await probe.circle(2)
    const [ann] = players
    await probe.replies('startTurn', {}, ann)
    const sent = async (drawing: string) =>
      probe.replies('submitTurn', { content: { drawing }, timeSpent: 1 }, ann)
    for (const [what, drawing] of [
      ['of 31 pixels a side', picture(31, 64)],
      ['of 1025 pixels a side', picture(64, 1025)],
      ['with 16 bits a channel', picture(64, 64, { depth: 16 })],
      ['that is white and transparent', transparent(64)],
    ] as const) {
      const { success, validationError } = await sent(drawing)
      holds(!success && validationError !== null, `a drawing ${what} is accepted`)
    }
    const { success } = await sent(picture(32, 1024))
    holds(success, 'a drawing of 32 by 1024 pixels is refused')
  },
  'a drawing comes back without chunks that a picture does not need': async (probe) => {
    const { players } = await probe.circle(2)
    const [ann, ben] = players
    await ann.draw(await ann.client.startTurn(), { png: picture(64, 64, { text: 'made by nobody' }) })
    const { previousEntry } = await probe.replies('startTurn', {}, ben)
    const shown = Buffer.from(previousEntry?.drawing ?? '', 'base64').toString('latin1')
    holds(shown !== '' && !shown.includes('made by nobody'), 'the text in the picture is shown to others')
  },
  'a guess is trimmed, and an empty one refused': async (probe) => {
    const { players } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('startTurn', {}, ben)
    await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess: '   ' }, ben)
    const { attempt } = await probe.replies('submitGuess', { guess: `  ${WRONG_1} ` }, ben)
    holds(attempt.guess === WRONG_1, `the guess is '${attempt.guess}'`)
  },
})

const groups = pointsOf(
  'Groups',
  'write',
)({
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

const day = pointsOf(
  'The day',
  'controls',
)({
  'a group does not get a word again within twelve days': async (probe) => {
    const { players } = await probe.circle(1)
    const words = new Set<string | null>()
    for (let at = 1; at <= 12; at++) {
      words.add((await probe.replies('startTurn', {}, players[0])).word)
      holds(words.size === at, `the word of day ${at} is one of the days before`)
      await probe.nextDay()
    }
  },
  'jumping in leads to a game that can be played at once, else to the shortest queue, else to a new game':
    async (probe) => {
      await probe.nextDay()
      const [ann, ben, cat, dan, eve, fay] = await probe.strangers(6)
      const gameOf = async (bot: typeof ann) => (await probe.replies('jumpIn', {}, bot)).gameId
      const first = await gameOf(ann)
      await probe.replies('startTurn', {}, ann)
      for (const bot of [ben, cat, dan])
        holds((await gameOf(bot)) === first, 'a queue with fewer than three players is not joined')
      const second = await gameOf(eve)
      holds(second !== first, 'a queue of three players is joined')
      const free = await gameOf(fay)
      holds(free === second, 'a game that can be played at once is not joined')
    },
})

const together = pointsOf(
  'The day',
  'controls',
)({
  'the days are counted on which all members have played': async (probe) => {
    const { players, id } = await probe.circle(2)
    const [ann, ben] = players
    const days = async () => (await probe.replies('getGroup', { id }, ann)).daysTogether
    const isLeftOut = (await days()) === undefined
    for (const day of [1, 2]) {
      await draws(ann)
      if (day === 2) {
        const before = await days()
        holds(isLeftOut || before === 1, `before all have played on day 2, there are ${before} days`)
      }
      await guesses(probe, ben, [WRONG_1])
      const after = await days()
      holds(isLeftOut || after === day, `after day ${day} there are ${after} days`)
      await probe.nextDay()
    }
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.nextDay()
    const ended = await days()
    holds(isLeftOut || ended === 0, `after a day on which one has skipped, there are ${ended} days`)
  },
})

const attempts = pointsOf(
  'Results',
  'write',
)({
  'the attempts of all guessers are in the order of the steps, and say which step they belong to': async (
    probe,
  ) => {
    const { players, gameId } = await probe.circle(4)
    const [ann, ben, cat, dan] = players
    await draws(ann)
    await guesses(probe, ben, [WRONG_1, WRONG_2])
    await draws(cat)
    await guesses(probe, dan, [WRONG_3])
    const { guessAttempts } = await probe.replies('getGame', { id: gameId }, ann)
    const made = guessAttempts.map(({ guess }) => guess).join()
    holds(made === [WRONG_1, WRONG_2, WRONG_3].join(), `the attempts are ${made}`)
    const steps = guessAttempts.map(({ stepIndex }) => stepIndex)
    holds(steps.join() === '1,1,3' || steps.every((step) => step === undefined), `their steps are ${steps}`)
  },
})

const reactions = pointsOf('Reactions', 'write', { extension: 'blocks' })({
  'a reaction of a blocked player is counted and not named': async (probe) => {
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.replies('addReaction', { gameId, stepIndex: 0, reactionType: 'love' }, ben)
    await probe.replies('block', { userId: ben.user.id }, ann)
    const { stepReactions } = await probe.replies('getReactions', { gameId }, ann)
    const [love] = stepReactions[0]?.reactions ?? []
    holds(love?.count === 1, `it is counted as ${love?.count ?? 0}`)
    holds(love.recentReactors.length === 0, `it is named: ${love.recentReactors.join()}`)
  },
})

const blocks = pointsOf('Blocks', 'write', { extension: 'blocks' })({
  'the list of blocked players has the names that they had then': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    await probe.replies('block', { userId: ben.user.id }, ann)
    await probe.replies('updateProfile', { username: 'Renamed-since' }, ben)
    const { blocks: list } = await probe.replies('getBlocks', {}, ann)
    holds(list[0]?.username === ben.user.username, `the name is '${list[0]?.username}'`)
  },
})

const inky = pointsOf('House player', 'write', { extension: 'house-player' })({
  'a step of Inky can be reacted to, and neither reported nor blocked': async (probe) => {
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    const { chain } = await probe.replies('getGame', { id: gameId }, ann)
    const { stepIndex = 1, userId } = chain[1] ?? {}
    await probe.replies('addReaction', { gameId, stepIndex, reactionType: 'love' }, ann)
    for (const [name, fields] of [
      ['report', { gameId, kind: 'guess', stepIndex, reason: 'other' }],
      ['block', { userId }],
    ] as const) {
      const { error } = await probe.ask(name, fields, ann.token)
      holds(error !== null, `${name} of Inky succeeds`)
    }
  },
})

const words = pointsOf('Words', 'write', { extension: 'reports' })({
  'names with the letters of an offensive word pass, and names with contact details do not': async (
    probe,
  ) => {
    const ann = await probe.stranger()
    for (const username of ['Dickson', 'Fukushima']) await probe.replies('updateProfile', { username }, ann)
    await probe.refuses('VALIDATION_FAILED', 'updateProfile', { username: 'call-5550100123' }, ann)
    await probe.refuses('VALIDATION_FAILED', 'createGroup', { name: 'see example.com' }, ann)
  },
})

const tokens = pointsOf(
  'Players and tokens',
  'controls',
)({
  'a renewed token is valid for 30 days from then on': async (probe) => {
    const ann = await probe.stranger()
    await probe.wait(20 * DAY + HOUR)
    const { token } = await probe.replies('renewToken', {}, ann)
    const { headers } = await probe.ask('getProfile', {}, token)
    const days = headers[HEADER.tokenDaysRemaining]
    holds(days === '30', `the new token has ${days} days`)
  },
})

export const EDGE_POINTS = [...pictures, ...groups, ...attempts, ...reactions, ...words, ...blocks, ...inky]
export const TIMED_EDGE_POINTS = [...day, ...together, ...tokens]
