import { encode } from 'fast-png'
import { PICTURES } from '../explore/pictures.ts'
import { holds } from './findings.ts'
import {
  DAY,
  draws,
  guesserIn,
  guesses,
  MINUTE,
  minutesUntil,
  SECOND,
  submitsGuess,
  WRONG_1,
  WRONG_2,
  WRONG_3,
} from './plays.ts'
import { pointsOf } from './point.ts'

const longGuess = (length: number): string => 'zeppelin '.repeat(9).slice(0, length)

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

const order = pointsOf('Turns', 'write', {
  'a skipped turn does not change what comes next': async (probe) => {
    const { ann, ben, cat, dan } = await probe.circle(4)
    await probe.replies('skipTurn', {}, ann)
    await draws(ben)
    await probe.replies('skipTurn', {}, cat)
    const turn = await probe.replies('startTurn', {}, dan)
    holds(turn.type === 'guess', `after a drawing and a skipped turn comes a ${turn.type}`)
  },
  'only one player has the turn, and today says whether it is free': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
    const free = await probe.replies('getToday', {}, ben)
    holds(free.canStartTurn, 'canStartTurn is false although nobody plays')
    const { turnId } = await probe.replies('startTurn', {}, ann)
    const taken = await probe.replies('getToday', {}, cat)
    holds(!taken.canStartTurn, 'canStartTurn is true while somebody plays')
    holds(taken.currentTurn?.userId === ann.user.id, 'today does not say who plays')
    await probe.refuses('CONFLICT', 'startTurn', {}, ben)
    const still = await probe.replies('startTurn', {}, ann)
    holds(still.turnId === turnId, 'another player has ended the turn by starting')
  },
  'a second submission that differs from the first is CONFLICT': async (probe) => {
    const { ann, ben } = await probe.circle(3)
    await draws(ann)
    await guesses(probe, ben, [WRONG_1, WRONG_2])
    const again = await submitsGuess(probe, ben, WRONG_2)
    holds(again.success, 'the repeated submission is refused')
    const other = { content: { guess: WRONG_1 }, timeSpent: 3 }
    await probe.refuses('CONFLICT', 'submitTurn', other, ben)
    await probe.refuses('CONFLICT', 'submitGuess', { guess: WRONG_1 }, ben)
  },
  'a drawing comes back byte by byte': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    const { stripes: png = '' } = PICTURES
    await ann.draw(await ann.client.startTurn(), { png })
    const turn = await probe.replies('startTurn', {}, ben)
    holds(turn.previousEntry?.drawing === png, 'the guesser is shown other bytes than were sent')
  },
})

const guessing = pointsOf('Turns', 'write', {
  'a correct guess ends the guessing, and only the last attempt is locked': async (probe) => {
    const { ben, outcome } = await guesserIn(probe, 3)
    const wrong = await probe.replies('submitGuess', { guess: WRONG_1 }, ben)
    holds(!wrong.turnComplete && !wrong.attempt.isLocked, 'a wrong first guess ends the guessing')
    const right = await probe.replies('submitGuess', { guess: outcome ?? '' }, ben)
    holds(right.turnComplete, 'the guessing goes on after a correct guess')
    holds(right.attemptsRemaining === 0, `${right.attemptsRemaining} attempts remain`)
    holds(right.selectedBestGuess === outcome, `the selected guess is ${right.selectedBestGuess}`)
    await probe.refuses('CONFLICT', 'submitGuess', { guess: WRONG_2 }, ben)
    const { currentAttempts } = await probe.replies('startTurn', {}, ben)
    const locked = currentAttempts.map(({ isLocked }) => isLocked).join()
    holds(locked === 'false,true', `isLocked of the two attempts is ${locked}`)
  },
  'a guess of 60 characters is accepted, one of 61 is not': async (probe) => {
    const { ben } = await guesserIn(probe, 2)
    await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess: longGuess(61) }, ben)
    await probe.replies('submitGuess', { guess: longGuess(60) }, ben)
  },
})

const timed = pointsOf('Turns', 'controls', {
  'a turn lasts five minutes': async (probe) => {
    const { ann } = await probe.circle(2)
    const { expiresAt } = await probe.replies('startTurn', {}, ann)
    const minutes = await minutesUntil(probe, expiresAt)
    holds(minutes === 5, `it lasts ${minutes} minutes`)
  },
  'a turn ends at midnight at the latest': async (probe) => {
    await probe.nextDay(0)
    await probe.wait(DAY - 2 * MINUTE)
    const { ann } = await probe.circle(2)
    const { expiresAt } = await probe.replies('startTurn', {}, ann)
    const minutes = await minutesUntil(probe, expiresAt)
    holds(minutes === 2, `a turn two minutes before midnight lasts ${minutes} minutes`)
  },
  'a submission in the ten seconds after a turn is accepted, a later one is not': async (probe) => {
    for (const [seconds, isIn] of [
      [309, true],
      [311, false],
    ] as const) {
      const { ben, outcome } = await guesserIn(probe, 2)
      // The first is better: it is what the server submits when the time is up.
      for (const guess of [`big ${outcome}`, WRONG_2]) await probe.replies('submitGuess', { guess }, ben)
      await probe.wait(seconds * SECOND)
      const fields = { content: { guess: WRONG_2 }, timeSpent: 3 }
      const { error } = await probe.ask('submitTurn', fields, ben.token)
      const shown = await probe.replies('getToday', {}, ben)
      const isKept = error === null && shown.yourSubmission?.guess === WRONG_2
      holds(isKept === isIn, `${seconds} s after the start it is ${isKept ? 'accepted' : 'refused'}`)
    }
  },
  'when the time is up, the best guess is submitted': async (probe) => {
    const { ben, cat, outcome } = await guesserIn(probe, 3)
    const best = `big ${outcome}`
    for (const guess of [WRONG_2, best, WRONG_1]) await probe.replies('submitGuess', { guess }, ben)
    await probe.wait(311 * SECOND)
    const today = await probe.replies('getToday', {}, ben)
    holds(today.yourStatus === 'completed', `the player is ${today.yourStatus}`)
    holds(
      today.yourSubmission?.guess === best,
      `'${today.yourSubmission?.guess}' is submitted, not '${best}'`,
    )
    const turn = await probe.replies('startTurn', {}, cat)
    holds(turn.word === best, `the next player draws '${turn.word}'`)
  },
  'when the time is up without a guess, the player is skipped': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    await probe.replies('startTurn', {}, ann)
    await probe.wait(311 * SECOND)
    const { participants, canStartTurn } = await probe.replies('getToday', {}, ben)
    holds(
      participants[0]?.status === 'skipped' && canStartTurn,
      `the first player is ${participants[0]?.status}`,
    )
    await probe.refuses('CONFLICT', 'submitTurn', { content: { guess: WRONG_3 }, timeSpent: 1 }, ann)
  },
  'a guess of yesterday is no submission of today': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
    await draws(ann)
    await guesses(probe, ben, [WRONG_1])
    await probe.nextDay()
    await draws(cat)
    await guesses(probe, ben, [WRONG_2])
    await probe.refuses('CONFLICT', 'submitTurn', { content: { guess: WRONG_1 }, timeSpent: 3 }, ben)
  },
})

const pictures = pointsOf('Turns', 'write', {
  'a drawing has 32 to 1024 pixels a side, 8 bits a channel, and more than transparency': async (probe) => {
    const { ann } = await probe.circle(2)
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
    const { ann, ben } = await probe.circle(2)
    await ann.draw(await ann.client.startTurn(), { png: picture(64, 64, { text: 'made by nobody' }) })
    const { previousEntry } = await probe.replies('startTurn', {}, ben)
    const shown = Buffer.from(previousEntry?.drawing ?? '', 'base64').toString('latin1')
    holds(shown !== '' && !shown.includes('made by nobody'), 'the text in the picture is shown to others')
  },
  'a guess is trimmed, and an empty one refused': async (probe) => {
    const { ben } = await guesserIn(probe, 2)
    await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess: '   ' }, ben)
    const { attempt } = await probe.replies('submitGuess', { guess: `  ${WRONG_1} ` }, ben)
    holds(attempt.guess === WRONG_1, `the guess is '${attempt.guess}'`)
  },
})

export const TURN_POINTS = [...order, ...pictures, ...guessing, ...timed]
