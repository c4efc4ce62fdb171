import type { Codecs } from '../core/picture/codecs.ts'
import type { MessageKind } from '../core/rules/notifications/due-message.ts'
import type { Instant } from '../core/rules/time/instant.ts'
import type { Scorer } from '../core/scoring/scorer.ts'
import type { Store } from './store.ts'

/** The engine's access to its environment: it reaches time, storage and the platform only through these ports. */
export interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly codecs: Codecs
  readonly scorer: Scorer
  readonly content: Content
  readonly push: Push
  /** For the house player. Absent where there is none. */
  readonly recognise?: Recognise
}

export interface Clock {
  now(): Instant
}

/** A message to one phone or browser. */
export interface PushMessage {
  readonly token: string
  readonly platform: 'ios' | 'android' | 'web'
  readonly title: string
  readonly body: string
  /** A later message of a kind replaces an earlier one that was not delivered or read. */
  readonly kind: MessageKind
  /** The path of the screen that a tap opens. */
  readonly path: string
  /** How long it is of use. */
  readonly lifeMs: number
}

/** What became of a message. */
export type Delivery =
  | { readonly result: 'sent' }
  /** No service is configured for the platform. */
  | { readonly result: 'off' }
  /** The service knows no such device any more. */
  | { readonly result: 'gone' }
  /** It can never be sent. */
  | { readonly result: 'failed'; readonly reason: string }
  /** @property afterMs when the service asks to try again; null if it does not say */
  | { readonly result: 'later'; readonly reason: string; readonly afterMs: number | null }

/** Sends push messages. */
export interface Push {
  send(message: PushMessage): Promise<Delivery>
}

/** The words of the game, and drawings for simulated players. */
export interface Content {
  readonly words: readonly {
    readonly word: string
    readonly category: string
    readonly difficulty: 'easy' | 'hard'
  }[]
  /** A drawing of a word, or of another word if there is no drawing of it. The same seed gives the same drawing. */
  draw(word: string, seed: string): Promise<SimulatedDrawing>
}

/** The `top` words that a picture resembles most, the likeliest first. */
export type Recognise = (png: Uint8Array, top: number) => Promise<string[]>

interface SimulatedDrawing {
  readonly png: Uint8Array
  /** The data of a stroke chunk. */
  readonly strokes: Uint8Array
  readonly strokeCount: number
}

/** Why push messages are not sent to browsers and to phones; null if they are. */
export interface ChannelsOff {
  readonly web: string | null
  readonly native: string | null
}

export interface Settings {
  /** Ids, codes and words derive from it: same seed, same calls, same world. Secret: ids could be guessed from it. */
  readonly seed: string
  /** The first secret signs tokens. Tokens signed with the others are still valid. */
  readonly tokenSecrets: readonly string[]
  /** Makes the ids of deleted things. Default: at random, so that these ids do not follow from the seed. */
  readonly newId?: () => string
  /** IANA name of the game's zone. */
  readonly timeZone: string
  /** The key for admin calls and controls; null refuses them all. */
  readonly adminKey: string | null
  /** The key for moderation, look-ups and announcements; null if only the admin key is for them. */
  readonly moderatorKey?: string | null
  /** Whether every caller is an admin. Only for engines whose callers own them: in process and the browser demo. */
  readonly everyoneIsAdmin?: boolean
  /** Whether the control status reports a production server, which makes tools ask before they change anything. */
  readonly isProtected?: boolean
  /** How players reach the operator; null if they cannot. */
  readonly contact?: string | null
  /** The public key for push messages to browsers, as base64url; null if they are not sent. */
  readonly vapidKey?: string | null
  /** Whether the house player joins games that would end with a single entry. Needs {@link Ports.recognise}. */
  readonly housePlayer?: boolean
  /** Absent for a server that sends no push messages. */
  readonly channelsOff?: ChannelsOff
}
