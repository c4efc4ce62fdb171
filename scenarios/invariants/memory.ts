import { type ServerAccess, transportOf } from '@inkling/mock-server/contract/client/client'
import type { CallParts, CallResponse } from '@inkling/mock-server/contract/client/transport'
import type { GuessAttempt, GuessReply, Today, TurnView } from '@inkling/mock-server/contract/schemas/game'
import type { ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import { jsonOr } from '../text/json.ts'

/** A turn as its player remembers it. */
export interface RememberedTurn {
  readonly turnId: string
  readonly type: 'drawing' | 'guess'
  /** What is to be drawn; null in a turn of guessing. */
  readonly word: string | null
  /** The guesses that the server has answered. */
  readonly attempts: GuessAttempt[]
  /** What was drawn, or the final guess; null until the server has acknowledged the submission. */
  submitted: string | null
}

/** What a player did, by game, as far as the server has acknowledged it. */
export interface RememberedPlayer {
  readonly userId: string
  readonly turns: Map<string, RememberedTurn>
  /** The games in which the player has passed; true if it was before a turn of theirs. */
  readonly passed: Map<string, boolean>
  /** The reaction to each step. */
  readonly reactions: Map<string, Map<number, ReactionType>>
}

/** A device that receives notifications. */
export interface Phone {
  readonly userId: string
  readonly timeZone: string | undefined
}

/** Remembers what the players of a run did, from the calls that succeed. */
export class Memory {
  readonly players = new Map<string, RememberedPlayer>()
  /** How often players have reacted to a game, or taken a reaction back. */
  readonly reacted = new Map<string, number>()
  /** By push token. */
  readonly phones = new Map<string, Phone>()
  /** By token. */
  readonly #userIds = new Map<string, string>()
  readonly #onForget: () => void

  /** @param onForget called when games are no longer what players remember */
  constructor(onForget: () => void) {
    this.#onForget = onForget
  }

  /** The player of a token; null if the sign-in was not seen. */
  playerOf(token: string | null): RememberedPlayer | null {
    const userId = this.#userIds.get(token ?? '')
    if (userId === undefined) return null
    const known = this.players.get(userId)
    if (known) return known
    const player = { userId, turns: new Map(), passed: new Map(), reactions: new Map() }
    this.players.set(userId, player)
    return player
  }

  /** Forgets everything but whose tokens are whose. */
  forget(): void {
    this.players.clear()
    this.reacted.clear()
    this.phones.clear()
    this.#onForget()
  }

  reacts(gameId: string): void {
    this.reacted.set(gameId, (this.reacted.get(gameId) ?? 0) + 1)
  }

  signsIn(userId: string, token: string): void {
    this.#userIds.set(token, userId)
  }

  /** The ways to a server, with their calls remembered. */
  access(access: ServerAccess): Required<Pick<ServerAccess, 'fetch' | 'transport'>> {
    const transport = transportOf(access)
    return {
      transport: async (name, parts, context) => {
        const response = await transport(name, parts, context)
        await this.#note(name, parts, context.token ?? null, response)
        return response
      },
      fetch: async (input, init) => {
        const response = await access.fetch(input, init)
        const route = findRoute(init?.method ?? 'GET', new URL(String(input)).pathname)
        const token = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null
        const body = typeof init?.body === 'string' ? jsonOr(init.body, undefined) : undefined
        if (route) await this.#note(route.name, { params: route.params, body }, token, response)
        return response
      },
    }
  }

  async #note(name: EndpointName, parts: CallParts, token: string | null, response: CallResponse) {
    const player = this.playerOf(token)
    const renewed = response.headers.get(HEADER.tokenRenewed)
    if (player && renewed !== null) this.signsIn(player.userId, renewed)
    const note = NOTES[name]
    if (!response.ok || !note) return
    const reply = jsonOr(await response.clone().text(), undefined)
    const sent = { ...parts.params, ...(parts.body as object) }
    // A reply that is not as documented is a finding of its own.
    if (typeof reply === 'object' && reply !== null) note({ memory: this, player, sent, reply } as never)
  }
}

interface Noted<Sent, Reply> {
  readonly memory: Memory
  readonly player: RememberedPlayer | null
  readonly sent: Sent
  readonly reply: Reply
}

const signsIn = ({ memory, player, reply }: Noted<unknown, { token: string; user?: { id: string } }>) => {
  const userId = reply.user?.id ?? player?.userId
  if (userId !== undefined) memory.signsIn(userId, reply.token)
}
const forgets = ({ memory }: Noted<unknown, unknown>) => memory.forget()
const endsTurns = ({ memory }: Noted<unknown, unknown>) => {
  for (const player of memory.players.values()) loseTurns(player)
}

/** What is remembered of each call. */
const NOTES: { readonly [Name in EndpointName]?: (noted: never) => void } = {
  signInDevice: signsIn,
  moveHere: signsIn,
  renewToken: signsIn,
  startTurn({ player, reply }: Noted<unknown, TurnView>) {
    const { gameId, turnId, type, word, currentAttempts } = reply
    if (player?.turns.get(gameId)?.turnId === turnId) return
    player?.turns.set(gameId, { turnId, type, word, attempts: [...currentAttempts], submitted: null })
  },
  submitGuess({ player, reply }: Noted<unknown, GuessReply>) {
    openTurn(player)?.attempts.push(reply.attempt)
  },
  submitTurn({ player, sent, reply }: Noted<{ content: { guess?: string } }, { success: boolean }>) {
    const turn = reply.success && openTurn(player)
    if (turn) turn.submitted = turn.word ?? sent.content.guess?.trim() ?? ''
  },
  skipTurn({ player, reply }: Noted<unknown, Today>) {
    if (reply.gameId !== null) pass(player, reply.gameId)
  },
  report({ player, reply }: Noted<unknown, { turnPassed: boolean }>) {
    const [gameId] = [...(player?.turns ?? [])].at(-1) ?? []
    if (reply.turnPassed && gameId !== undefined) pass(player, gameId)
  },
  leaveGroup: ({ player }: Noted<unknown, unknown>) => loseTurns(player),
  kickMember: ({ memory, sent }: Noted<{ userId: string }, unknown>) =>
    loseTurns(memory.players.get(sent.userId)),
  addReaction({
    memory,
    player,
    sent,
  }: Noted<{ gameId: string; stepIndex: number; reactionType: ReactionType }, unknown>) {
    const given = player?.reactions.get(sent.gameId) ?? new Map<number, ReactionType>()
    player?.reactions.set(sent.gameId, given.set(sent.stepIndex, sent.reactionType))
    memory.reacts(sent.gameId)
  },
  removeReaction({ memory, player, sent }: Noted<{ gameId: string; stepIndex: number | string }, unknown>) {
    player?.reactions.get(sent.gameId)?.delete(Number(sent.stepIndex))
    memory.reacts(sent.gameId)
  },
  registerToken({ memory, player, sent }: Noted<{ token: string; timeZone?: string }, unknown>) {
    if (player) memory.phones.set(sent.token, { userId: player.userId, timeZone: sent.timeZone })
  },
  unregisterToken: ({ memory, sent }: Noted<{ token: string }, unknown>) => memory.phones.delete(sent.token),
  deleteAccount({ memory, player }: Noted<unknown, unknown>) {
    if (player) memory.players.delete(player.userId)
  },
  // After these calls of admins, turns and games are not what players remember.
  endTurn: endsTurns,
  decide: endsTurns,
  removeMember: endsTurns,
  removeGroup: endsTurns,
  completeGame: forgets,
  completeUserGame: forgets,
  stage: forgets,
  resetWorld: forgets,
  restoreWorld: forgets,
}

/** The player's latest turn, unless it was submitted. */
function openTurn(player: RememberedPlayer | null): RememberedTurn | undefined {
  const latest = [...(player?.turns.values() ?? [])].at(-1)
  return latest?.submitted === null ? latest : undefined
}

function pass(player: RememberedPlayer | null, gameId: string): void {
  const hasStarted = player?.turns.get(gameId)?.submitted === null
  if (hasStarted) player?.turns.delete(gameId)
  if (!player?.passed.has(gameId)) player?.passed.set(gameId, !hasStarted)
}

/** Forgets turns that ended without their player. */
function loseTurns(player: RememberedPlayer | null | undefined): void {
  for (const [gameId, { submitted }] of player?.turns ?? [])
    if (submitted === null) player?.turns.delete(gameId)
}
