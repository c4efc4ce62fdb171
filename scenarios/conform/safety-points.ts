import { HIDDEN_PICTURE } from '@inkling/mock-server/picture/hidden-picture'
import type { Bot } from '../bots/bot.ts'
import { holds } from './findings.ts'
import { draws, guesses, WRONG } from './plays.ts'
import { pointsOf } from './point.ts'
import type { Circle, Probe } from './probe.ts'

const [WRONG_1] = WRONG

/** A completed game with a drawing of the second player and a guess of the third; the first is the host and has skipped. */
async function finished(probe: Probe, count = 3): Promise<Circle> {
  const circle = await probe.circle(count)
  const [ann, ben, cat, ...others] = circle.players
  await probe.replies('skipTurn', {}, ann)
  await draws(ben)
  await guesses(probe, cat, [WRONG_1])
  for (const bot of others) await probe.replies('skipTurn', {}, bot)
  return circle
}

const reportOf = (probe: Probe, gameId: string, stepIndex: number, by: Bot) =>
  probe.replies(
    'report',
    { gameId, kind: stepIndex === 0 ? 'drawing' : 'guess', stepIndex, reason: 'other' },
    by,
  )

const reports = pointsOf('Reports and hiding', 'write', { extension: 'reports' })({
  'a report veils the thing for its reporter; twice is one report, and oneself is FORBIDDEN': async (
    probe,
  ) => {
    const { players, gameId } = await finished(probe, 4)
    const [, ben, cat] = players
    const { reportId } = await reportOf(probe, gameId, 0, cat)
    const again = await reportOf(probe, gameId, 0, cat)
    holds(again.reportId === reportId, 'the same thing twice is two reports')
    const { reports: made } = await probe.replies('getReports', {}, cat)
    holds(made.length === 1, `${made.length} reports are listed`)
    const veiled = await probe.replies('getGame', { id: gameId }, cat)
    holds(
      veiled.chain[0]?.hidden === 'you',
      `for the reporter the step is hidden: ${veiled.chain[0]?.hidden}`,
    )
    const open = await probe.replies('getGame', { id: gameId }, ben)
    holds(
      open.chain[0]?.hidden === undefined,
      `one report hides the step for others: ${open.chain[0]?.hidden}`,
    )
    const own = { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' }
    await probe.refuses('FORBIDDEN', 'report', own, ben)
    await probe.refuses('NOT_FOUND', 'report', { ...own, stepIndex: 7 }, cat)
  },
  "the report of a group's host hides a drawing for all, also in public results": async (probe) => {
    const { players, gameId } = await finished(probe)
    const [ann, ben, cat] = players
    const before = await probe.replies('getGame', { id: gameId }, cat)
    await reportOf(probe, gameId, 0, ann)
    for (const chain of [
      (await probe.replies('getGame', { id: gameId }, cat)).chain,
      (await probe.replies('getPublicResults', { gameId })).chain,
    ]) {
      holds(chain[0]?.hidden === 'all', `the step is hidden: ${chain[0]?.hidden ?? 'no'}`)
      holds(chain[0]?.content.drawing === HIDDEN_PICTURE, 'the drawing is still there')
      holds(chain[0]?.strokes === undefined, 'the strokes are still there')
    }
    const after = await probe.replies('getGame', { id: gameId }, ben)
    holds(after.similarityScore === before.similarityScore, 'hiding changes the score')
    holds(after.chain[0]?.review === 'waiting', `its author is told ${after.chain[0]?.review ?? 'nothing'}`)
  },
  'a hidden guess and its attempts read "removed", and scores stay': async (probe) => {
    const { players, gameId } = await finished(probe)
    const [ann, ben] = players
    await reportOf(probe, gameId, 1, ann)
    const shown = await probe.replies('getGame', { id: gameId }, ben)
    holds(!JSON.stringify(shown).includes(`"${WRONG_1}"`), 'the guess can still be read')
    holds(shown.finalGuess === 'removed', `the final guess is '${shown.finalGuess}'`)
  },
  'two reports of players hide, and taking one back shows again': async (probe) => {
    const { players, gameId } = await finished(probe, 5)
    const [, ben, cat, dan] = players
    const hiddenFor = async (bot: Bot) =>
      (await probe.replies('getGame', { id: gameId }, bot)).chain[0]?.hidden
    const { reportId } = await reportOf(probe, gameId, 0, cat)
    await reportOf(probe, gameId, 0, dan)
    holds((await hiddenFor(ben)) === 'all', 'two reports do not hide the step')
    await probe.refuses('NOT_FOUND', 'takeBackReport', { reportId }, dan)
    await probe.replies('takeBackReport', { reportId }, cat)
    holds((await hiddenFor(ben)) === undefined, 'the step stays hidden after a report was taken back')
    holds((await hiddenFor(dan)) === 'you', 'it is shown to the other reporter')
    await probe.replies('takeBackReport', { reportId }, cat)
  },
  'a reported drawing can be passed in its turn': async (probe) => {
    const { players, gameId } = await probe.circle(3)
    const [ann, ben] = players
    await draws(ann)
    const report = { gameId, kind: 'drawing', reason: 'other', passTurn: true }
    await probe.replies('startTurn', {}, ben)
    const { turnPassed } = await probe.replies('report', report, ben)
    const { yourStatus } = await probe.replies('getToday', {}, ben)
    holds(turnPassed && yourStatus === 'skipped', `the player is ${yourStatus} after passing the turn`)
  },
})

const blocks = pointsOf('Blocks', 'write', { extension: 'blocks' })({
  'what a blocked player made is marked, twice is one block, and oneself is refused': async (probe) => {
    const { players, gameId } = await finished(probe)
    const [ann, ben] = players
    const block = { userId: ben.user.id }
    await probe.replies('block', block, ann)
    const { blocks: list } = await probe.replies('block', block, ann)
    holds(list.length === 1, `${list.length} blocks are listed`)
    const { chain } = await probe.replies('getGame', { id: gameId }, ann)
    holds(chain[0]?.hidden === 'blocked', `the step is hidden: ${chain[0]?.hidden ?? 'no'}`)
    await probe.replies('addReaction', { gameId, stepIndex: 1, reactionType: 'love' }, ben)
    const { stepReactions } = await probe.replies('getReactions', { gameId }, ann)
    const [love] = stepReactions[0]?.reactions ?? []
    holds(love?.count === 1 && love.recentReactors.length === 0, 'a blocked player is named')
    await probe.refuses('VALIDATION_FAILED', 'block', { userId: ann.user.id }, ann)
    await probe.replies('unblock', block, ann)
    const seen = await probe.replies('getGame', { id: gameId }, ann)
    holds(seen.chain[0]?.hidden === undefined, 'the step stays hidden after the block has ended')
  },
  'a blocked pair does not meet in a public game': async (probe) => {
    const [ann, ben, cat] = await probe.strangers(3)
    await probe.replies('block', { userId: ben.user.id }, ann)
    const own = await probe.replies('jumpIn', {}, ann)
    const theirs = await probe.replies('jumpIn', {}, ben)
    holds(own.gameId !== theirs.gameId, 'the blocked player gets into the same game')
    await probe.replies('block', { userId: cat.user.id }, ben)
    const others = await probe.replies('jumpIn', {}, cat)
    holds(others.gameId !== theirs.gameId, 'who blocks gets into the same game')
  },
})

const words = pointsOf('Words', 'write', { extension: 'reports' })({
  'an offensive guess is refused and costs no attempt; contact details are refused in public games': async (
    probe,
  ) => {
    const { players } = await probe.circle(2)
    await draws(players[0])
    await probe.replies('startTurn', {}, players[1])
    await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess: 'fuck this' }, players[1])
    const { attemptsRemaining } = await probe.replies('submitGuess', { guess: 'see example.com' }, players[1])
    holds(attemptsRemaining === 4, `${attemptsRemaining} attempts remain after one that counts`)
  },
})

const nudges = pointsOf('Nudges', 'write', { extension: 'nudges' })({
  'who has played nudges the others, and nobody else does': async (probe) => {
    const { players } = await probe.circle(3)
    const [ann, ben, cat] = players
    await probe.refuses('CONFLICT', 'nudge', {}, ann)
    await draws(ann)
    await probe.replies('nudge', {}, ann)
    await probe.refuses('CONFLICT', 'nudge', {}, ben)
    await probe.replies('startTurn', {}, ben)
    await probe.refuses('CONFLICT', 'nudge', {}, ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.replies('skipTurn', {}, cat)
    await probe.refuses('CONFLICT', 'nudge', {}, ann)
  },
})

const tokens = pointsOf(
  'Notifications',
  'write',
)({
  'a token is that of the last player who has registered it, and only they unregister it': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const phone = { token: `phone ${ann.user.id}`, platform: 'ios' }
    const has = async (bot: Bot) =>
      (await probe.replies('getTokens', {}, bot)).tokens.some(({ token }) => token === phone.token)
    await probe.replies('registerToken', phone, ann)
    await probe.replies('unregisterToken', phone, ben)
    holds(await has(ann), 'another player has unregistered it')
    await probe.replies('registerToken', phone, ben)
    holds((await has(ben)) && !(await has(ann)), 'it is still that of the player before')
  },
})

const kinds = pointsOf('Notification times', 'write', { extension: 'push-times' })({
  'the kinds of messages are switched one by one': async (probe) => {
    const ann = await probe.stranger()
    await probe.replies('updateNotificationSettings', { turn: false }, ann)
    await probe.replies('updateNotificationSettings', { reminder: false }, ann)
    const { turn, reminder, results } = await probe.replies('getNotificationSettings', {}, ann)
    holds(!turn && !reminder && results, `turn is ${turn}, reminder ${reminder}, results ${results}`)
  },
  'a player has at most ten push tokens': async (probe) => {
    const ann = await probe.stranger()
    for (let at = 0; at < 11; at++)
      await probe.replies('registerToken', { token: `phone ${at} ${ann.user.id}`, platform: 'ios' }, ann)
    const { tokens: list } = await probe.replies('getTokens', {}, ann)
    holds(list.length === 10, `${list.length} of eleven are kept`)
  },
})

export const SAFETY_POINTS = [...reports, ...blocks, ...words, ...nudges, ...tokens, ...kinds]
export { finished, reportOf }
