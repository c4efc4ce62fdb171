import { holds, Nonconformity, Unreached } from './findings.ts'
import {
  draws,
  guesserIn,
  guesses,
  nextMessage,
  played,
  reactionsTo,
  WRONG_1,
  WRONG_2,
  WRONG_3,
} from './plays.ts'
import { pointsOf } from './point.ts'

const secrecy = pointsOf('Secrecy', 'write', {
  'who waits or has skipped sees no word, drawing or guess anywhere': async (probe) => {
    const { ann, ben, cat, dan, gameId } = await probe.circle(4)
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
    for (const bot of [ann, ben, cat, dan]) await probe.refuses('NOT_FOUND', 'getGame', { id: gameId }, bot)
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId })
  },
  'a guesser sees what was to be drawn only after the turn, and the next drawer the guess': async (probe) => {
    const { ben, cat, outcome } = await guesserIn(probe, 3)
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

const scores = pointsOf('Scores', 'write', {
  'case, articles, spaces and punctuation do not count; other words do': async (probe) => {
    const { ben, outcome } = await guesserIn(probe, 2)
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
    const { ann, ben, cat, dan, gameId } = await probe.circle(4)
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
    const wanted = [ann, ben, cat, dan].map(
      ({ user }, at) => `${at} ${at % 2 ? 'guessing' : 'drawing'} ${user.id}`,
    )
    holds(steps === wanted.join(), `the steps are ${steps}`)
  },
})

const results = pointsOf('Results', 'write', {
  'without a guess the final guess is null, with score 0; skipped turns are no steps': async (probe) => {
    const { body } = await probe.ask('getExtensions')
    if (JSON.stringify(body).includes('house-player')) throw new Unreached('the house player guesses')
    const { ann, gameId } = await played(probe)
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
    const { ann, gameId } = await played(probe)
    for (const token of [null, 'not-a-token']) {
      const { chain } = await probe.replies('getPublicResults', { gameId }, token)
      holds(chain[0]?.userId === null, 'strangers with the link are shown the id of a player')
    }
    const dan = await probe.stranger()
    const { chain } = await probe.replies('getPublicResults', { gameId }, dan)
    holds(chain[0]?.userId === ann.user.id, 'a player is not shown who has drawn')
  },
  'a member who joins on the same day reads the game, others do not': async (probe) => {
    const { gameId, code } = await played(probe)
    const [dan, eve] = await probe.strangers(2)
    await probe.replies('joinGroup', { code }, dan)
    await probe.replies('getGame', { id: gameId }, dan)
    await probe.refuses('NOT_FOUND', 'getGame', { id: gameId }, eve)
    await probe.refuses('FORBIDDEN', 'getReactions', { gameId }, eve)
    const reaction = { gameId, stepIndex: 0, reactionType: 'love' }
    await probe.refuses('FORBIDDEN', 'addReaction', reaction, dan)
  },
  'the attempts of all guessers are in the order of the steps, and say which step they belong to': async (
    probe,
  ) => {
    const { ann, ben, cat, dan, gameId } = await probe.circle(4)
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

const house = pointsOf('House player', ['house-player', 'write'], {
  'a game that would end with one entry gets one of Inky, who is nobody': async (probe) => {
    const { ann, gameId } = await played(probe)
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
  'a step of Inky can be reacted to, and neither reported nor blocked': async (probe) => {
    const { ann, gameId } = await played(probe)
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

const dayAfter = pointsOf('Results', 'controls', {
  'a player who joined a group today sees no game of yesterday': async (probe) => {
    const { gameId, code } = await played(probe)
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

const reactions = pointsOf('Reactions', 'write', {
  'reactions are counted by kind, with the newest three by name and whether one has reacted': async (
    probe,
  ) => {
    const { ann, ben, cat, dan, gameId } = await probe.circle(4)
    await draws(ann)
    for (const bot of [ben, cat, dan]) await probe.replies('skipTurn', {}, bot)
    const react = (bot: typeof ann, reactionType: string) =>
      probe.replies('addReaction', { gameId, stepIndex: 0, reactionType }, bot)
    for (const bot of [ann, ben, cat, dan]) await react(bot, 'love')
    const [love] = await reactionsTo(probe, gameId, ann)
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
    const { ann, ben, gameId } = await probe.circle(2)
    await draws(ann)
    await guesses(probe, ben, [WRONG_1])
    for (const stepIndex of [0, 1])
      await probe.replies('addReaction', { gameId, stepIndex, reactionType: 'love' }, ann)
    await probe.replies('removeReaction', { gameId, stepIndex: 0 }, ann)
    const { stepReactions } = await probe.replies('getReactions', { gameId }, ann)
    const left = stepReactions.map(({ stepIndex }) => stepIndex).join()
    holds(left === '1', `reactions are left to the steps ${left || 'none'}`)
  },
  'a listener hears the reactions to its game only, and none after its account has ended': async (probe) => {
    const { listen } = probe.target
    if (!listen) throw new Unreached('this target has no sockets')
    const [other, one] = [await probe.circle(2), await probe.circle(2)]
    const { ben } = other
    const { ann, ben: cat } = one
    await draws(other.ann)
    await probe.replies('skipTurn', {}, ben)
    // He may see the results of both games.
    await probe.replies('leaveGroup', { id: other.id }, ben)
    await probe.replies('joinGroup', { code: one.code }, ben)
    await draws(ann)
    for (const bot of [cat, ben]) await probe.replies('skipTurn', {}, bot)
    const listening = await listen(one.gameId, ben.token ?? '')
    try {
      for (const { gameId, ann: bot } of [other, one])
        await probe.replies('addReaction', { gameId, stepIndex: 0, reactionType: 'love' }, bot)
      const first = await nextMessage(listening)
      if ('closed' in first)
        throw new Nonconformity(`the socket of a player who may see the results closes with ${first.closed}`)
      holds('data' in first && first.data.userId === ann.user.id, 'it hears a reaction to another game')
      const { username } = await probe.replies('getProfile', {}, ben)
      const { error } = await probe.ask('deleteAccount', { username }, ben.token)
      if (error) throw new Unreached('the account cannot be deleted')
      const end = await nextMessage(listening)
      holds('closed' in end, 'the socket of a deleted account stays open')
    } finally {
      listening.close()
    }
  },
})

export const CHAIN_POINTS = [...secrecy, ...scores, ...results, ...house, ...dayAfter, ...reactions]
