import { createHash } from 'node:crypto'
import { Random } from '@inkling/fixtures/random'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { type Client, clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { highestScore } from '@inkling/mock-server/rules/game/highest-score'
import { BotError } from './bot-error.ts'
import { reportTurn, swear } from './misconduct.ts'
import { sameTurn, secondDevice, sendYesterdays } from './other-devices.ts'
import type { Pace } from './pace.ts'
import type { Person } from './people.ts'
import type { Persona } from './personas.ts'
import type { Sketchbook } from './sketchbook.ts'

export interface BotOptions {
  readonly name: string
  readonly access: ServerAccess
  readonly persona: Persona
  readonly sketchbook: Sketchbook
  readonly pace: Pace
  /** The seed of all the bot's random choices and of its device id. */
  readonly seed: string
}

/** A turn as a bot has played it. */
export interface TurnTaken {
  readonly turnId: string
  readonly gameId: string
  readonly type: 'drawing' | 'guess'
  /** The word of a drawing or the final guess; null if the bot left in the middle or passed. */
  readonly outcome: string | null
  /** The guesses before the final one, in order. */
  readonly attempts: readonly GuessAttempt[]
  /** Seconds. */
  readonly timeSpent: number
  /** The submitted drawing as base64 PNG. */
  readonly picture: string | null
  /** Why the server refused the drawing, as a sentence for the player. */
  readonly validationError: string | null
}

/** The maximum number of device ids that a bot tries in search of an unused one. */
const MAX_EARLIER_RUNS = 10_000

/** An automatic player. It uses only the typed client, so it knows no more than a human player. */
export class Bot {
  readonly name: string
  readonly persona: Persona
  readonly client: Client
  readonly #options: BotOptions
  readonly #random: Random
  #token: string | null = null
  /** The token of the player's other device. */
  #otherToken: string | null = null
  #user: UserView | null = null
  #deviceId = ''

  constructor(options: BotOptions) {
    this.name = options.name
    this.persona = options.persona
    this.#options = options
    this.#random = new Random(options.seed)
    this.client = clientOf(options.access, {
      token: () => this.#token,
      onReply: (_, response) => {
        this.#token = response.headers.get(HEADER.tokenRenewed) ?? this.#token
      },
    })
  }

  get token(): string | null {
    return this.#token
  }

  /** The secret that signs this bot in again, for example in a browser. */
  get deviceId(): string {
    return this.#deviceId
  }

  /** @throws {BotError} before the bot has signed in. */
  get user(): UserView {
    if (!this.#user) throw new BotError(`${this.name} has not signed in yet`)
    return this.#user
  }

  /**
   * Signs in as a new user, with the first device id of the seed that the server does not know. A seed is thus exactly
   * reproducible on a new server, and can also be used again on the same server.
   */
  async signInAsNew(): Promise<UserView> {
    for (let run = 0; run < MAX_EARLIER_RUNS; run++) {
      const deviceId = deviceIdOf(this.#options.seed, run)
      if (await this.signIn(deviceId)) return this.user
    }
    throw new BotError(
      `All device ids of seed ${this.#options.seed} are in use on this server. Choose another seed.`,
    )
  }

  /** Uses a token that was issued to this bot. */
  useToken(token: string): void {
    this.#token = token
  }

  /** @returns whether the device was new to the server. */
  async signIn(deviceId: string): Promise<boolean> {
    const { user, token, isNewUser } = await this.client.signInDevice({ body: { deviceId } })
    this.#deviceId = deviceId
    this.#token = token
    this.#user = user
    return isNewUser
  }

  /** Sets name and avatar and completes onboarding. */
  async introduce({ username, avatar }: Person): Promise<UserView> {
    this.#user = await this.client.updateProfile({ body: { username, avatar, finishedOnboarding: true } })
    return this.#user
  }

  /** Starts a turn and plays it to its end in the manner of the persona. */
  async playTurn(): Promise<TurnTaken> {
    if (this.persona.comesBack) await this.#comeBack()
    const started = await this.client.startTurn()
    const turn = this.persona.switchesDevice ? await this.#switch(started) : started
    if (this.persona.repeatsItself) await this.#sendNeedlessCalls()
    if (this.persona.leaves) return this.#leave(turn)
    if (this.persona.reports && (await reportTurn(this.client, turn, this.user.id, this.#random)))
      return untaken(turn)
    const taken = turn.type === 'drawing' ? await this.draw(turn) : await this.guess(turn)
    if (taken.validationError !== null) throw new ApiError('VALIDATION_FAILED', taken.validationError, 200)
    return taken
  }

  /**
   * Draws the prompt of a started turn and submits the drawing.
   * @param instead a text to draw or a base64 PNG to submit instead of the prompt.
   * @param patience the share of the strokes to draw, 0 to 1. Default: the persona's patience.
   */
  async draw(
    turn: TurnView,
    instead: { text?: string; png?: string } = {},
    patience = this.persona.patience,
  ): Promise<TurnTaken> {
    const { sketchbook, pace, seed } = this.#options
    const { drawSeconds, repeatsItself } = this.persona
    const outcome = instead.text ?? turn.word
    if (outcome === null)
      throw new BotError(`${this.name} holds a ${turn.type} turn, which has nothing to draw`)
    const timeSpent = this.#random.whole(...drawSeconds)
    const { png, strokeCount } = instead.png
      ? { png: instead.png, strokeCount: 0 }
      : sketchbook.draw(outcome, seed, patience)
    await pace(timeSpent)
    const submission = { body: { content: { drawing: png }, timeSpent, strokeCount } }
    const { validationError } = await this.client.submitTurn(submission)
    // The server refused an incomplete drawing: finish it and submit it again.
    if (validationError !== null && patience < 1 && !instead.png) return this.draw(turn, instead, 1)
    if (repeatsItself) await this.client.submitTurn(submission)
    return { ...untaken(turn), type: 'drawing', outcome, timeSpent, picture: png, validationError }
  }

  /**
   * Guesses the drawing of a started turn until a guess is correct or no attempts remain, then submits the best one.
   * @param instead guesses to make and a final guess to submit instead of the bot's own.
   */
  async guess(
    turn: TurnView,
    instead: { guesses?: readonly string[]; final?: string } = {},
  ): Promise<TurnTaken> {
    const attempts = [...turn.currentAttempts]
    if (this.persona.swears) attempts.push(...(await swear(this.client)))
    let timeSpent = 0
    for (const guess of instead.guesses ?? (await this.#ideas(turn))) {
      const seconds = this.#random.whole(...this.persona.secondsPerGuess)
      await this.#options.pace(seconds)
      timeSpent += seconds
      const reply = await this.client.submitGuess({ body: { guess } })
      attempts.push(reply.attempt)
      if (reply.turnComplete) break
    }
    const outcome = instead.final ?? bestOf(attempts).guess
    const submission = { body: { content: { guess: outcome }, timeSpent } }
    await this.client.submitTurn(submission)
    if (this.persona.repeatsItself) await this.client.submitTurn(submission)
    return { ...untaken(turn), type: 'guess', outcome, attempts, timeSpent }
  }

  /** The guesses of the bot, in order. */
  async #ideas({ previousEntry, attemptsRemaining }: TurnView): Promise<string[]> {
    const drawing = previousEntry?.drawing
    if (drawing === undefined)
      throw new BotError(`${this.name} has to guess a drawing, but the server sent none`)
    const { sketchbook } = this.#options
    const seen = await sketchbook.recognise(drawing, attemptsRemaining).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error
      throw new BotError(`${this.name} cannot see the drawing that the server sent: ${error.message}`)
    })
    const ideas = new Set<string>()
    for (const { word } of seen) {
      const aside = sketchbook.beside(word)
      ideas.add(
        this.#random.chance(this.persona.attention) || aside.length === 0 ? word : this.#random.pick(aside),
      )
    }
    return [...ideas]
  }

  /** What was drawn yesterday, in a turn that nobody ended. */
  async #comeBack(): Promise<void> {
    const { sketchbook, seed } = this.#options
    const { png } = sketchbook.draw('moon', `${seed}/yesterday`, 1)
    await sendYesterdays(this.client, png, this.name)
  }

  /** Goes on with a turn on the other of two devices. */
  async #switch(turn: TurnView): Promise<TurnView> {
    const before = this.#token
    this.#otherToken ??= await secondDevice(this.client, deviceIdOf(`${this.#options.seed}/second`, 0))
    if (this.#otherToken === null) return turn
    this.#token = this.#otherToken
    this.#otherToken = before
    return sameTurn(this.client, turn, this.name)
  }

  async #leave(turn: TurnView): Promise<TurnTaken> {
    const { groupId } = await this.client.getProfile()
    if (groupId === null) await this.client.skipTurn()
    else await this.client.leaveGroup({ params: { id: groupId } })
    return untaken(turn)
  }

  async #sendNeedlessCalls(): Promise<void> {
    const { client } = this
    await Promise.all([client.startTurn(), client.pingActivity(), client.getToday(), client.getDailyStats()])
  }
}

/** A turn of which nothing is done yet. */
const untaken = ({ turnId, gameId, type }: TurnView): TurnTaken => ({
  turnId,
  gameId,
  type,
  outcome: null,
  attempts: [],
  timeSpent: 0,
  picture: null,
  validationError: null,
})

/** @throws {BotError} if there is no attempt. */
function bestOf(attempts: readonly GuessAttempt[]): GuessAttempt {
  const best = highestScore(attempts, ({ similarityScore }) => similarityScore)
  if (!best) throw new BotError('There is no attempt to choose from')
  return best
}

const deviceIdOf = (seed: string, run: number): string =>
  `bot_${createHash('sha256').update(seed).digest('hex').slice(0, 24)}_${run}`
