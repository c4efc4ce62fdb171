import type { Instant } from '../rules/instant.ts'
import type { Scorer } from '../scoring/scorer.ts'
import type { Store } from './store.ts'

/** What the engine needs of the world around it. Time, chance and the platform come in through here only. */
export interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly bytes: Bytes
  readonly scorer: Scorer
  readonly content: Content
  readonly push: Push
}

export interface Clock {
  now(): Instant
}

/** One message for one phone or browser. */
export interface PushMessage {
  readonly token: string
  readonly platform: 'ios' | 'android' | 'web'
  readonly title: string
  readonly body: string
}

/** Takes messages on their way. Embedded: an outbox that one can look into. */
export interface Push {
  send(message: PushMessage): void
}

/** Work on bytes that each platform does with means of its own. */
export interface Bytes {
  /** SHA-256 in hex. */
  sha256(data: Uint8Array | string): string
  /** HMAC-SHA-256 of `text` in base64url. */
  hmac(key: string, text: string): string
  /** Standard base64 with padding. */
  toBase64(data: Uint8Array): string
  /** The bytes of standard base64; null for anything else. */
  fromBase64(text: string): Uint8Array | null
  /** CRC-32 as zlib and PNG reckon it. */
  crc32(data: Uint8Array): number
  /** Data in the zlib format, unpacked; null when they are damaged or would be larger than that. */
  inflate(data: Uint8Array, mostBytes: number): Uint8Array | null
}

/** What games are about, and drawings for players who are not there. */
export interface Content {
  readonly words: readonly {
    readonly word: string
    readonly category: string
    readonly difficulty: 'easy' | 'hard'
  }[]
  /** A drawing of a word, or of anything else when nobody knows how to draw it; the same for the same seed. */
  draw(word: string, seed: string): Promise<SimulatedDrawing>
}

export interface SimulatedDrawing {
  readonly png: Uint8Array
  /** The data of a stroke chunk. */
  readonly strokes: Uint8Array
  readonly strokeCount: number
}

export interface Settings {
  /** Ids, codes and words derive from it: same seed, same calls, same world. Secret, since ids are unguessable. */
  readonly seed: string
  /** The newest signs tokens; the others have signed some that still hold. */
  readonly tokenSecrets: readonly string[]
  /** IANA name of the game's zone. */
  readonly timeZone: string
  /** What admin calls and controls need; null refuses them all. */
  readonly adminKey: string | null
  /** Whether every caller is an admin: only where all callers own the engine, in process and in the browser's demo. */
  readonly everyoneIsAdmin?: boolean
  /** Whether control status says that this server is in production: tools then ask before they change anything. */
  readonly isProtected?: boolean
}
