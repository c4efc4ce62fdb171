import type { Calls } from './calls.ts'
import type { CallStep } from './played-step.ts'

/* What players would probably do next. */

/** The move of a player who has looked at the game; null if there is nothing to do. */
export function moveOf(calls: Calls, bot: string): CallStep | null {
  const { known, random, inputs, options } = calls
  const today = known.today.get(bot)
  if (known.persons.isSignedOut(bot)) return { bot, do: 'sign-in-device' }
  if (!today) return findGame(calls, bot)
  if (!today.hasGame) return options.canJumpIn || today.group ? { bot, do: 'jump-in' } : findGame(calls, bot)
  if (today.canStartTurn) return { bot, do: 'start-turn' }
  const { currentTurn } = today
  const own = known.chainsOf(bot)
  if (own.length > 0 && random.chance(0.3)) {
    const gameId = random.pick(own)
    // Only a completed game can be reacted to: its results tell.
    if (!known.chains.has(gameId)) return { bot, do: 'game', with: { id: gameId } }
    return { bot, do: 'add-reaction', with: { gameId, ...inputs.reaction(gameId) } }
  }
  if (today.status === 'completed') return null
  // The player has played, and the game waits for others.
  if (currentTurn === null) return random.chance(0.4) ? { bot, do: 'nudge' } : null
  const [holder] = known.botsIn(currentTurn.userId)
  return holder === undefined ? null : takeTurn(calls, holder, currentTurn.type)
}

/** Somebody comes to a group, or back to it, sometimes as a new player, and does what another one did. */
export function newcomer({ known, random, options }: Calls): CallStep[] {
  const codes = known.variables('code')
  if (codes.length === 0) return []
  const sentAway = options.bots.filter((name) =>
    known.personsOf({ bot: name, do: 'today' }).includes('kept out'),
  )
  const bot = random.pick(sentAway.length > 0 ? sentAway : options.bots)
  const others = known.latest.filter((step) => 'bot' in step && 'game' in known.thingsOf(step))
  return [
    ...(random.chance(0.5)
      ? [
          { bot, do: 'delete-account', with: { username: `\${${bot}.username}` } },
          { bot, do: 'sign-in-device' },
        ]
      : []),
    { bot, do: 'join-group', with: { code: random.pick(codes) } },
    ...(others.length > 0 ? [{ ...(random.pick(others) as CallStep), bot } as CallStep] : []),
  ]
}

/** Somebody who listens to a game may do so no longer, and another player reacts to it. */
export function silenced({ known, random, inputs }: Calls, bot: string, gameId: string): CallStep[] {
  const others = known.playersOf(gameId).filter((other) => other !== bot)
  if (others.length === 0) return []
  return [
    random.chance(0.7)
      ? { bot, do: 'leave-group', with: { id: `\${${bot}.groupId}` } }
      : { bot, do: 'delete-account', with: { username: `\${${bot}.username}` } },
    { bot: random.pick(others), do: 'add-reaction', with: { gameId, ...inputs.reaction(gameId) } },
  ]
}

function findGame({ known, random, options }: Calls, bot: string): CallStep {
  if (known.variables('code').length > 0 && random.chance(0.6)) {
    return { bot, do: 'join-group', with: { code: random.pick(known.variables('code')) } }
  }
  return random.chance(0.4) || !options.canJumpIn
    ? { bot, do: 'create-group', with: { name: 'Owls' } }
    : { bot, do: 'jump-in' }
}

function takeTurn({ inputs, random }: Calls, bot: string, type: 'drawing' | 'guessing'): CallStep {
  const timeSpent = random.whole(0, 200)
  if (type === 'drawing') {
    return {
      bot,
      do: 'submit-turn',
      with: { content: { drawing: inputs.drawing() }, timeSpent, strokeCount: 3 },
    }
  }
  if (random.chance(0.7)) return { bot, do: 'submit-guess', with: { guess: inputs.guess(bot) } }
  return {
    bot,
    do: 'submit-turn',
    with: { content: { guess: inputs.finalGuess(bot) as string }, timeSpent },
  }
}
