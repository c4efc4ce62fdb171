import { HIDDEN_PICTURE } from '@inkling/mock-server/picture/hidden-picture'
import type { Bot } from '../bots/bot.ts'
import { holds } from './findings.ts'
import {
  draws,
  finished,
  firstStep,
  guesserIn,
  played,
  publicStep,
  reactionsTo,
  reportOf,
  WRONG_1,
} from './plays.ts'
import { pointsOf } from './point.ts'

const reports = pointsOf('Reports and hiding', ['reports', 'write'], {
  'a report veils the thing for its reporter; twice is one report, and oneself is FORBIDDEN': async (
    probe,
  ) => {
    const { ben, cat, gameId } = await finished(probe, 4)
    const { reportId } = await reportOf(probe, gameId, 0, cat)
    const again = await reportOf(probe, gameId, 0, cat)
    holds(again.reportId === reportId, 'the same thing twice is two reports')
    const { reports: made } = await probe.replies('getReports', {}, cat)
    holds(made.length === 1, `${made.length} reports are listed`)
    const veiled = await firstStep(probe, gameId, cat)
    holds(veiled?.hidden === 'you', `for the reporter the step is hidden: ${veiled?.hidden}`)
    const open = await firstStep(probe, gameId, ben)
    holds(open?.hidden === undefined, `one report hides the step for others: ${open?.hidden}`)
    const own = { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' }
    await probe.refuses('FORBIDDEN', 'report', own, ben)
    await probe.refuses('NOT_FOUND', 'report', { ...own, stepIndex: 7 }, cat)
  },
  "the report of a group's host hides a drawing for all, also in public results": async (probe) => {
    const { ann, ben, cat, gameId } = await finished(probe)
    const before = await probe.replies('getGame', { id: gameId }, cat)
    await reportOf(probe, gameId, 0, ann)
    for (const step of [await firstStep(probe, gameId, cat), await publicStep(probe, gameId)]) {
      holds(step?.hidden === 'all', `the step is hidden: ${step?.hidden ?? 'no'}`)
      holds(step.content.drawing === HIDDEN_PICTURE, 'the drawing is still there')
      holds(step.strokes === undefined, 'the strokes are still there')
    }
    const after = await probe.replies('getGame', { id: gameId }, ben)
    holds(after.similarityScore === before.similarityScore, 'hiding changes the score')
    holds(after.chain[0]?.review === 'waiting', `its author is told ${after.chain[0]?.review ?? 'nothing'}`)
  },
  'a hidden guess and its attempts read "removed", and scores stay': async (probe) => {
    const { ann, ben, gameId } = await finished(probe)
    await reportOf(probe, gameId, 1, ann)
    const shown = await probe.replies('getGame', { id: gameId }, ben)
    holds(!JSON.stringify(shown).includes(`"${WRONG_1}"`), 'the guess can still be read')
    holds(shown.finalGuess === 'removed', `the final guess is '${shown.finalGuess}'`)
  },
  'two reports of players hide, and taking one back shows again': async (probe) => {
    const { ben, cat, dan, gameId } = await finished(probe, 5)
    const hiddenFor = async (bot: Bot) => (await firstStep(probe, gameId, bot))?.hidden
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
    const { ann, ben, gameId } = await probe.circle(3)
    await draws(ann)
    const report = { gameId, kind: 'drawing', reason: 'other', passTurn: true }
    await probe.replies('startTurn', {}, ben)
    const { turnPassed } = await probe.replies('report', report, ben)
    const { yourStatus } = await probe.replies('getToday', {}, ben)
    holds(turnPassed && yourStatus === 'skipped', `the player is ${yourStatus} after passing the turn`)
  },
})

const blocks = pointsOf('Blocks', ['blocks', 'write'], {
  'what a blocked player made is marked, twice is one block, and oneself is refused': async (probe) => {
    const { ann, ben, gameId } = await finished(probe)
    const block = { userId: ben.user.id }
    await probe.replies('block', block, ann)
    const { blocks: list } = await probe.replies('block', block, ann)
    holds(list.length === 1, `${list.length} blocks are listed`)
    const marked = await firstStep(probe, gameId, ann)
    holds(marked?.hidden === 'blocked', `the step is hidden: ${marked?.hidden ?? 'no'}`)
    await probe.replies('addReaction', { gameId, stepIndex: 1, reactionType: 'love' }, ben)
    const [love] = await reactionsTo(probe, gameId, ann)
    holds(love?.count === 1 && love.recentReactors.length === 0, 'a blocked player is named')
    await probe.refuses('VALIDATION_FAILED', 'block', { userId: ann.user.id }, ann)
    await probe.replies('unblock', block, ann)
    const seen = await firstStep(probe, gameId, ann)
    holds(seen?.hidden === undefined, 'the step stays hidden after the block has ended')
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
  'the list of blocked players has the names that they had then': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    await probe.replies('block', { userId: ben.user.id }, ann)
    await probe.replies('updateProfile', { username: 'Renamed-since' }, ben)
    const { blocks: list } = await probe.replies('getBlocks', {}, ann)
    holds(list[0]?.username === ben.user.username, `the name is '${list[0]?.username}'`)
  },
})

const words = pointsOf('Words', ['reports', 'write'], {
  'an offensive guess is refused and costs no attempt; contact details are refused in public games': async (
    probe,
  ) => {
    const { ben } = await guesserIn(probe, 2)
    await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess: 'fuck this' }, ben)
    const { attemptsRemaining } = await probe.replies('submitGuess', { guess: 'see example.com' }, ben)
    holds(attemptsRemaining === 4, `${attemptsRemaining} attempts remain after one that counts`)
  },
  'names with the letters of an offensive word pass, and names with contact details do not': async (
    probe,
  ) => {
    const ann = await probe.stranger()
    for (const username of ['Dickson', 'Fukushima']) await probe.replies('updateProfile', { username }, ann)
    await probe.refuses('VALIDATION_FAILED', 'updateProfile', { username: 'call-5550100123' }, ann)
    await probe.refuses('VALIDATION_FAILED', 'createGroup', { name: 'see example.com' }, ann)
  },
})

const nudges = pointsOf('Nudges', ['nudges', 'write'], {
  'who has played nudges the others, and nobody else does': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
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

const tokens = pointsOf('Notifications', 'write', {
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

const kinds = pointsOf('Notification times', ['push-times', 'write'], {
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

const reactions = pointsOf('Reactions', ['blocks', 'write'], {
  'a reaction of a blocked player is counted and not named': async (probe) => {
    const { ann, ben, gameId } = await played(probe)
    await probe.replies('addReaction', { gameId, stepIndex: 0, reactionType: 'love' }, ben)
    await probe.replies('block', { userId: ben.user.id }, ann)
    const [love] = await reactionsTo(probe, gameId, ann)
    holds(love?.count === 1, `it is counted as ${love?.count ?? 0}`)
    holds(love.recentReactors.length === 0, `it is named: ${love.recentReactors.join()}`)
  },
})

export const SAFETY_POINTS = [...reports, ...reactions, ...blocks, ...words, ...nudges, ...tokens, ...kinds]
