import type { Listening } from '../runner/targets/target.ts'
import { holds, Nonconformity, Unreached } from './findings.ts'
import { nextMessage } from './plays.ts'
import { pointsOf } from './point.ts'
import type { Probe } from './probe.ts'

const gameId = (probe: Probe) => probe.stored<string>('game')

const results = pointsOf('Results', 'write', {
  'a completed game shows its chain to its players, and to anyone who has its id': async (probe) => {
    const [ann, dan] = [await probe.player('ann'), await probe.player('dan')]
    const shown = await probe.replies('getGame', { id: gameId(probe) }, ann)
    const types = shown.chain.map(({ type }) => type).join()
    holds(types === 'drawing,guessing', `the chain is ${types}`)
    holds(shown.finalGuess === 'zzyx', `the final guess is ${shown.finalGuess}`)
    const open = await probe.replies('getPublicResults', { gameId: gameId(probe) })
    holds(open.word === shown.word, 'the public results differ')
    await probe.refuses('NOT_FOUND', 'getGame', { id: gameId(probe) }, dan)
  },
  'the game is in the history of its players': async (probe) => {
    const { entries } = await probe.replies('getHistory', {}, await probe.player('ann'))
    holds(
      entries.some((entry) => entry.gameId === gameId(probe) && entry.completed),
      'it is missing or not completed',
    )
  },
  'nobody can start a turn in a completed game': async (probe) => {
    await probe.refuses('CONFLICT', 'startTurn', {}, await probe.player('ann'))
  },
})

const reactions = pointsOf('Reactions', 'write', {
  'one reaction per player and step: a repeat counts once, another one replaces it': async (probe) => {
    const ann = await probe.player('ann')
    const add = (reactionType: string) =>
      probe.replies('addReaction', { gameId: gameId(probe), stepIndex: 0, reactionType }, ann)
    await add('love')
    const twice = await add('love')
    holds(twice.reactions[0]?.count === 1, `it counts ${twice.reactions[0]?.count}`)
    const other = await add('wow')
    const types = other.reactions.map(({ reactionType }) => reactionType).join()
    holds(types === 'wow', `the step has ${types}`)
    await probe.replies('getReactions', { gameId: gameId(probe) }, ann)
  },
  'a reaction can be removed; removing none succeeds': async (probe) => {
    const ann = await probe.player('ann')
    for (let times = 0; times < 2; times++) {
      const step = await probe.replies('removeReaction', { gameId: gameId(probe), stepIndex: 0 }, ann)
      holds(step.reactions.length === 0, 'the reaction is still there')
    }
  },
  'only players of the game can react, and only to its steps': async (probe) => {
    const reaction = { gameId: gameId(probe), stepIndex: 0, reactionType: 'love' }
    await probe.refuses('FORBIDDEN', 'addReaction', reaction, await probe.player('dan'))
    const ann = await probe.player('ann')
    await probe.refuses('VALIDATION_FAILED', 'addReaction', { ...reaction, stepIndex: 99 }, ann)
    await probe.refuses('VALIDATION_FAILED', 'addReaction', { ...reaction, reactionType: 'meh' }, ann)
  },
  'reactions are sent to sockets at once; a socket without access is closed': async (probe) => {
    const { listen } = probe.target
    if (!listen) throw new Unreached('this target has no sockets')
    probe.tried.add('watchReactions')
    const [ann, ben, dan] = [await probe.player('ann'), await probe.player('ben'), await probe.player('dan')]
    await closes(4401, () => listen(gameId(probe), 'not-a-token'))
    await closes(4403, () => listen(gameId(probe), dan.token ?? ''))
    const listening = await listen(gameId(probe), ben.token ?? '')
    try {
      const sent = { gameId: gameId(probe), stepIndex: 1, reactionType: 'fire' }
      const [message] = await Promise.all([nextMessage(listening), probe.replies('addReaction', sent, ann)])
      if ('closed' in message) throw new Nonconformity(`the socket closes with ${message.closed}`)
      const { data } = message
      holds(
        data.action === 'added' && data.reactionType === 'fire' && data.userId === ann.user.id,
        'the message is about another reaction',
      )
    } finally {
      listening.close()
    }
  },
})

async function closes(code: number, listen: () => Promise<Listening>): Promise<void> {
  const listening = await listen()
  listening.close()
  if (listening.isOpen) throw new Nonconformity(`the socket should close with ${code} but stays open`)
  const end = await nextMessage(listening)
  if ('closed' in end && end.closed === code) return
  throw new Nonconformity(`the socket should close with ${code} but ${JSON.stringify(end)} arrives`)
}

export const RESULT_POINTS = [...results, ...reactions]
