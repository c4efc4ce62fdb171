import type { Bot } from '../bots/bot.ts'
import { wrongPicture } from '../runner/steps/wrong-pictures.ts'
import { holds, Unreached } from './findings.ts'
import { pointsOf } from './point.ts'
import type { Probe } from './probe.ts'

/** The players who tried to start the first turn: the one who got it, and the other. */
const racers = (probe: Probe) => probe.stored<{ first: Bot; second: Bot }>('race')
const gameId = (probe: Probe) => probe.stored<string>('game')

const before = pointsOf('The day', 'write', {
  'a player with neither a group nor a public game has no game': async (probe) => {
    const dan = await probe.player('dan')
    const message = await probe.refuses('VALIDATION_FAILED', 'getToday', {}, dan)
    holds(message === 'User is not in a group', `the message is '${message}'`)
  },
  "jumping in creates today's group game once": async (probe) => {
    const ann = await probe.player('ann')
    const today = await probe.replies('jumpIn', {}, ann)
    if (today.gameId === null) throw new Unreached('the server created no game')
    probe.store('game', today.gameId)
    holds(today.gameType === 'group' && today.status === 'waiting', 'it is not a waiting game of the group')
    holds(today.participants.length === 3, `${today.participants.length} of 3 members are in the game`)
    const message = await probe.refuses('ALREADY_HAS_GROUP_GAME', 'jumpIn', {}, ann)
    holds(message === 'You already have a group game today', `the message is '${message}'`)
  },
  'an open game is hidden from waiting players and from everybody else': async (probe) => {
    const ben = await probe.player('ben')
    const today = await probe.replies('getToday', {}, ben)
    holds(today.word === null && today.yourPreviousEntry === null, 'a waiting player is shown the word')
    await probe.refuses('NOT_FOUND', 'getGame', { id: gameId(probe) }, ben)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId: gameId(probe) })
  },
  'a player without the turn cannot submit or guess': async (probe) => {
    const cat = await probe.player('cat')
    const submission = { content: { guess: 'boat' }, timeSpent: 1 }
    await probe.refuses('CONFLICT', 'submitTurn', submission, cat)
    await probe.refuses('CONFLICT', 'submitGuess', { guess: 'boat' }, cat)
  },
  'reactions are refused until the game is completed': async (probe) => {
    const reaction = { gameId: gameId(probe), stepIndex: 0, reactionType: 'love' }
    await probe.refuses('CONFLICT', 'addReaction', reaction, await probe.player('ann'))
  },
})

const drawing = pointsOf('Turns', 'write', {
  'if two players start at once, exactly one gets the turn': async (probe) => {
    const [ann, ben] = [await probe.player('ann'), await probe.player('ben')]
    const answers = await Promise.all([ann, ben].map((bot) => probe.ask('startTurn', {}, bot.token)))
    const won = answers.map(({ error }) => error === null)
    holds(won[0] !== won[1], `${won.filter(Boolean).length} of them got the turn`)
    const [first, second] = won[0] ? [ann, ben] : [ben, ann]
    probe.store('race', { first, second })
    const message = await probe.refuses('CONFLICT', 'startTurn', {}, second)
    const { username } = await probe.replies('getProfile', {}, first)
    holds(message === `${username} is currently playing`, `the message is '${message}'`)
  },
  'the first turn is a drawing of a word, for five minutes; starting again returns it': async (probe) => {
    const { first } = racers(probe)
    const turn = await probe.replies('startTurn', {}, first)
    holds(turn.type === 'drawing' && turn.word !== null, `it is a ${turn.type} of '${turn.word}'`)
    const again = await probe.replies('startTurn', {}, first)
    holds(
      again.turnId === turn.turnId && again.expiresAt === turn.expiresAt,
      'the second call returns another turn',
    )
    await probe.replies('pingActivity', {}, first)
  },
  'an invalid picture is refused with an explanation, and the turn continues': async (probe) => {
    const { first } = racers(probe)
    for (const kind of ['blank', 'tiny', 'text'] as const) {
      const content = { drawing: wrongPicture(kind) }
      const reply = await probe.replies('submitTurn', { content, timeSpent: 1 }, first)
      holds(!reply.success && reply.validationError !== null, `a ${kind} picture is accepted`)
    }
  },
  'both drawing and guess, neither of them, or a negative time are VALIDATION_FAILED': async (probe) => {
    const { first } = racers(probe)
    const drawing = wrongPicture('blank')
    for (const wrong of [
      { content: { drawing, guess: 'boat' }, timeSpent: 1 },
      { content: {}, timeSpent: 1 },
      { content: { drawing }, timeSpent: -1 },
      { content: { drawing } },
    ]) {
      await probe.refuses('VALIDATION_FAILED', 'submitTurn', wrong, first)
    }
  },
  'a drawing is accepted, and a repeated submission counts once': async (probe) => {
    const { first } = racers(probe)
    const turn = await first.draw(await first.client.startTurn())
    holds(turn.validationError === null, `the drawing is refused: ${turn.validationError}`)
    const again = { content: { drawing: turn.picture }, timeSpent: turn.timeSpent }
    const reply = await probe.replies('submitTurn', again, first)
    holds(reply.success && !reply.gameCompleted, 'the second reply differs from the first')
    await probe.refuses('CONFLICT', 'startTurn', {}, first)
  },
})

const guessing = pointsOf('Turns', 'write', {
  'the next turn is a guess: it shows the drawing but not the word': async (probe) => {
    const { second } = racers(probe)
    const turn = await probe.replies('startTurn', {}, second)
    holds(turn.type === 'guess' && turn.attemptsRemaining === 5, `it is a ${turn.type}`)
    holds(
      turn.word === null && turn.previousEntry?.drawing !== undefined,
      'the word is shown, or the drawing is missing',
    )
  },
  'a final guess needs an attempt first': async (probe) => {
    const submission = { content: { guess: 'boat' }, timeSpent: 1 }
    const message = await probe.refuses('VALIDATION_FAILED', 'submitTurn', submission, racers(probe).second)
    holds(message === 'Please make at least one guess before finalizing', `the message is '${message}'`)
  },
  'a guess has 1 to 60 characters': async (probe) => {
    for (const guess of ['', '   ', 'x'.repeat(61)])
      await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess }, racers(probe).second)
  },
  'five attempts are scored, and a sixth is refused': async (probe) => {
    const { second } = racers(probe)
    for (const [at, guess] of ['qwx', 'qwxz', 'zzyx', 'xyzq', 'qzqz'].entries()) {
      const reply = await probe.replies('submitGuess', { guess }, second)
      const { score, left } = { score: reply.attempt.similarityScore, left: reply.attemptsRemaining }
      holds(left === 4 - at, `${left} attempts remain after ${at + 1}`)
      holds(
        reply.turnComplete === (at === 4),
        `turnComplete is ${reply.turnComplete} after ${at + 1} wrong attempts`,
      )
      holds(!reply.attempt.isCorrect && score < 85, `'${guess}' has the score ${score}`)
    }
    await probe.refuses('CONFLICT', 'submitGuess', { guess: 'one more' }, second)
  },
  'only an attempt can be submitted': async (probe) => {
    const { second } = racers(probe)
    const submission = (guess: string) => ({ content: { guess }, timeSpent: 2 })
    await probe.refuses('VALIDATION_FAILED', 'submitTurn', submission('never tried'), second)
    const reply = await probe.replies('submitTurn', submission('zzyx'), second)
    holds(reply.success, 'an attempt is refused')
  },
  'the next player draws the guess, and can skip the turn, which completes the game': async (probe) => {
    const cat = await probe.player('cat')
    const turn = await probe.replies('startTurn', {}, cat)
    holds(turn.type === 'drawing' && turn.word === 'zzyx', `it is a ${turn.type} of '${turn.word}'`)
    const today = await probe.replies('skipTurn', {}, cat)
    holds(today.yourStatus === 'skipped', `the player is ${today.yourStatus}`)
    holds(today.status === 'completed', `the game is ${today.status} when everybody has played`)
    await probe.refuses('CONFLICT', 'skipTurn', {}, cat)
  },
})

export const GAME_POINTS = [...before, ...drawing, ...guessing]
