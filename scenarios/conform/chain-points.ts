import type { Listening } from '../runner/targets/target.ts'
import { holds, Nonconformity, Unreached } from './findings.ts'
import { DAY, draws, guesses, WRONG } from './plays.ts'
import { pointsOf } from './point.ts'

const [WRONG_1, WRONG_2] = WRONG
const SOCKET_TIMEOUT_MS = 5000

const secrecy = pointsOf(
  'Secrecy',
  'write',
)({
  'who waits or has skipped sees no word, drawing or guess anywhere': async (probe) => {
    const { players, gameId } = await probe.circle(4)
    const [ann, ben, cat, dan] = players
    const { outcome, picture } = await draws(ann)
    await guesses(probe, ben, [WRONG_1])
    await probe.replies('skipTurn', {}, cat)
    for (const bot of [cat, dan]) {
      const shown = [await probe.ask('getToday', {}, bot.token), await probe.ask('getHistory', {}, bot.token)]
      const text = JSON.stringify(shown.map(({ body }) => body))
      const leaked = [`"${outcome}"`, WRONG_1, (picture ?? '').slice(-200)].find((each) =>
        text.includes(each),
      )
      const who = bot === cat ? 'who has skipped' : 'who waits'
      holds(leaked === undefined, `a player ${who} is shown ${leaked?.slice(0, 20)}`)
    }
    for (const bot of players) await probe.refuses('NOT_FOUND', 'getGame', { id: gameId }, bot)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId })
  },
  'a guesser sees what was to be drawn only after the turn, and the next drawer the guess': async (probe) => {
    const { players } = await probe.circle(3)
    const [ann, ben, cat] = players
    const { outcome } = await draws(ann)
    await probe.replies('startTurn', {}, ben)
    const during = await probe.replies('getToday', {}, ben)
    holds(during.word === null, `a guesser is shown '${during.word}' during the turn`)
    await probe.replies('submitGuess', { guess: WRONG_1 }, ben)
    await probe.replies('submitTurn', { content: { guess: WRONG_1 }, timeSpent: 1 }, ben)
    const after = await probe.replies('getToday', {}, ben)
    holds(after.word === outcome, `after the turn the word is '${after.word}'`)
    const turn = await probe.replies('startTurn', {}, cat)
    holds(turn.word === WRONG_1, `the next player draws '${turn.word}' instead of the guess`)
    holds(turn.previousEntry?.guess === WRONG_1, 'the next player is not shown the guess')
  },
})

const scores = pointsOf(
  'Scores',
  'write',
)({
  'case, articles, spaces and punctuation do not count; other words do': async (probe) => {
    const { players } = await probe.circle(2)
    const [ann, ben] = players
    const { outcome } = await draws(ann)
    await probe.replies('startTurn', {}, ben)
    for (const [guess, least, most] of [
      [WRONG_1, 0, 39],
      [`clumsy ${outcome}`, 80, 84],
      [` The ${(outcome ?? '').toUpperCase()}! `, 100, 100],
    ] as const) {
      const { attempt } = await probe.replies('submitGuess', { guess }, ben)
      const score = attempt.similarityScore
      holds(score >= least && score <= most, `'${guess}' for '${outcome}' has the score ${score}`)
      holds(attempt.isCorrect === score >= 85, `isCorrect is ${attempt.isCorrect} with the score ${score}`)
    }
  },
  'a guess is compared with what was to be drawn, the final guess with the starting word': async (probe) => {
    const { players, gameId } = await probe.circle(4)
    const [ann, ben, cat, dan] = players
    const { outcome } = await draws(ann)
    await guesses(probe, ben, [WRONG_1])
    await draws(cat)
    await probe.replies('startTurn', {}, dan)
    const { attempt } = await probe.replies('submitGuess', { guess: WRONG_2 }, dan)
    holds(attempt.similarityScore < 100, `a wrong guess has the score ${attempt.similarityScore}`)
    const right = await probe.replies('submitGuess', { guess: WRONG_1 }, dan)
    holds(
      right.attempt.similarityScore === 100,
      `what was drawn has the score ${right.attempt.similarityScore}`,
    )
    await probe.replies('submitTurn', { content: { guess: WRONG_2 }, timeSpent: 1 }, dan)
    const results = await probe.replies('getGame', { id: gameId }, ann)
    holds(results.finalGuess === WRONG_2, `the final guess is '${results.finalGuess}'`)
    holds(results.word === outcome, `the word of the results is '${results.word}'`)
    holds(results.similarityScore < 50, `the final guess has the score ${results.similarityScore}`)
    holds(results.totalAttempts === 3, `${results.totalAttempts} attempts are counted instead of 3`)
    const steps = results.chain.map(({ stepIndex, type, userId }) => `${stepIndex} ${type} ${userId}`).join()
    const wanted = players
      .slice(0, 4)
      .map(({ user }, at) => `${at} ${at % 2 ? 'guessing' : 'drawing'} ${user.id}`)
    holds(steps === wanted.join(), `the steps are ${steps}`)
  },
})

const results = pointsOf(
  'Results',
  'write',
)({
  'without a guess the final guess is null, with score 0; skipped turns are no steps': async (probe) => {
    const { body } = await probe.ask('getExtensions')
    if (JSON.stringify(body).includes('house-player')) throw new Unreached('the house player guesses')
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    const { finalGuess, similarityScore, matchType, chain } = await probe.replies(
      'getGame',
      { id: gameId },
      ann,
    )
    holds(chain.length === 1, `there are ${chain.length} steps`)
    holds(
      finalGuess === null && similarityScore === 0 && matchType === 'unrelated',
      `the final guess is ${finalGuess} with the score ${similarityScore}`,
    )
  },
  'public results have no ids of players, unless a player asks; an invalid token is none': async (probe) => {
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    for (const token of [null, 'not-a-token']) {
      const { chain } = await probe.replies('getPublicResults', { gameId }, token)
      holds(chain[0]?.userId === null, 'strangers with the link are shown the id of a player')
    }
    const dan = await probe.stranger()
    const { chain } = await probe.replies('getPublicResults', { gameId }, dan)
    holds(chain[0]?.userId === ann.user.id, 'a player is not shown who has drawn')
  },
  'a member who joins on the same day reads the game, others do not': async (probe) => {
    const { players, gameId, code } = await probe.circle(2)
    await draws(players[0])
    await probe.replies('skipTurn', {}, players[1])
    const [dan, eve] = await probe.strangers(2)
    await probe.replies('joinGroup', { code }, dan)
    await probe.replies('getGame', { id: gameId }, dan)
    await probe.refuses('NOT_FOUND', 'getGame', { id: gameId }, eve)
    await probe.refuses('FORBIDDEN', 'getReactions', { gameId }, eve)
    const reaction = { gameId, stepIndex: 0, reactionType: 'love' }
    await probe.refuses('FORBIDDEN', 'addReaction', reaction, dan)
  },
})

const house = pointsOf('House player', 'write', { extension: 'house-player' })({
  'a game that would end with one entry gets one of Inky, who is nobody': async (probe) => {
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    const { chain, participants } = await probe.replies('getGame', { id: gameId }, ann)
    const inky = chain[1]
    holds(chain.length === 2 && inky?.house === true, `the chain has ${chain.length} steps, none of Inky`)
    holds(
      inky.username === 'Inky' && inky.type === 'guessing',
      `the step is a ${inky.type} of ${inky.username}`,
    )
    holds(participants.length === 2, 'Inky is a participant')
    await probe.refuses('VALIDATION_FAILED', 'updateProfile', { username: 'Inky' }, ann)
  },
})

const dayAfter = pointsOf(
  'Results',
  'controls',
)({
  'a player who joined a group today sees no game of yesterday': async (probe) => {
    const { players, gameId, code } = await probe.circle(2)
    await draws(players[0])
    await probe.replies('skipTurn', {}, players[1])
    await probe.nextDay()
    const dan = await probe.stranger()
    await probe.replies('joinGroup', { code }, dan)
    await probe.refuses('NOT_FOUND', 'getYesterdayResults', {}, dan)
    await probe.refuses('NOT_FOUND', 'getGame', { id: gameId }, dan)
    await probe.refuses('FORBIDDEN', 'getReactions', { gameId }, dan)
  },
  'the results of yesterday are those of the group game, not of the public one': async (probe) => {
    const { code, gameId } = await probe.circle(2)
    const dan = await probe.stranger()
    await probe.replies('jumpIn', {}, dan)
    await probe.replies('joinGroup', { code }, dan)
    await probe.nextDay()
    const yesterday = await probe.replies('getYesterdayResults', {}, dan)
    holds(yesterday.gameId === gameId, 'they are those of the public game')
  },
})

const reactions = pointsOf(
  'Reactions',
  'write',
)({
  'reactions are counted by kind, with the newest three by name and whether one has reacted': async (
    probe,
  ) => {
    const { players, gameId } = await probe.circle(4)
    const [ann, ben, cat, dan] = players
    await draws(ann)
    for (const bot of [ben, cat, dan]) await probe.replies('skipTurn', {}, bot)
    const react = (bot: typeof ann, reactionType: string) =>
      probe.replies('addReaction', { gameId, stepIndex: 0, reactionType }, bot)
    for (const bot of [ann, ben, cat, dan]) await react(bot, 'love')
    const { stepReactions } = await probe.replies('getReactions', { gameId }, ann)
    const [love] = stepReactions[0]?.reactions ?? []
    holds(love?.count === 4, `four reactions are counted as ${love?.count}`)
    holds(love.hasUserReacted, 'the first who has reacted is shown as one who has not')
    const names = await Promise.all(
      [dan, cat, ben].map(async (bot) => (await probe.replies('getProfile', {}, bot)).username),
    )
    holds(love.recentReactors.join() === names.join(), `the newest are ${love.recentReactors.join(', ')}`)
    const changed = await react(ben, 'wow')
    const counts = changed.reactions
      .map(({ reactionType, count }) => `${reactionType} ${count}`)
      .sort()
      .join()
    holds(counts === 'love 3,wow 1', `after one changed, there are ${counts}`)
  },
  'taking back one reaction leaves those to other steps': async (probe) => {
    const { players, gameId } = await probe.circle(2)
    const [ann, ben] = players
    await draws(ann)
    await guesses(probe, ben, [WRONG_1])
    for (const stepIndex of [0, 1])
      await probe.replies('addReaction', { gameId, stepIndex, reactionType: 'love' }, ann)
    await probe.replies('removeReaction', { gameId, stepIndex: 0 }, ann)
    const { stepReactions } = await probe.replies('getReactions', { gameId }, ann)
    const left = stepReactions.map(({ stepIndex }) => stepIndex).join()
    holds(left === '1', `reactions are left to the steps ${left || 'none'}`)
  },
})

const sockets = pointsOf(
  'Reactions',
  'write',
)({
  'a listener hears the reactions to its game only, and none after its account has ended': async (probe) => {
    const { listen } = probe.target
    if (!listen) throw new Unreached('this target has no sockets')
    const [other, one] = [await probe.circle(2), await probe.circle(2)]
    const [, ben] = other.players
    const [ann, cat] = one.players
    await draws(other.players[0])
    await probe.replies('skipTurn', {}, ben)
    // He may see the results of both games.
    await probe.replies('leaveGroup', { id: other.id }, ben)
    await probe.replies('joinGroup', { code: one.code }, ben)
    await draws(ann)
    for (const bot of [cat, ben]) await probe.replies('skipTurn', {}, bot)
    const listening = await listen(one.gameId, ben.token ?? '')
    try {
      for (const { gameId, players } of [other, one])
        await probe.replies('addReaction', { gameId, stepIndex: 0, reactionType: 'love' }, players[0])
      const first = await next(listening)
      if ('closed' in first)
        throw new Nonconformity(`the socket of a player who may see the results closes with ${first.closed}`)
      holds('data' in first && first.data.userId === ann.user.id, 'it hears a reaction to another game')
      const { username } = await probe.replies('getProfile', {}, ben)
      const { error } = await probe.ask('deleteAccount', { username }, ben.token)
      if (error) throw new Unreached('the account cannot be deleted')
      const end = await next(listening)
      holds('closed' in end, 'the socket of a deleted account stays open')
    } finally {
      listening.close()
    }
  },
})

async function next(listening: Listening) {
  const message = await listening.next(AbortSignal.timeout(SOCKET_TIMEOUT_MS)).catch(() => null)
  holds(message !== null, `no message arrives within ${SOCKET_TIMEOUT_MS / 1000} s`)
  return message
}

const history = pointsOf(
  'Players and tokens',
  'controls',
)({
  'history has each game, also two of a day, and no word before a game is over': async (probe) => {
    const { code, players } = await probe.circle(2)
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
    await probe.replies('getProfile', {}, players[0])
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
})

export const CHAIN_POINTS = [...secrecy, ...scores, ...results, ...house, ...reactions, ...sockets]
export const TIMED_CHAIN_POINTS = [...dayAfter, ...history]
