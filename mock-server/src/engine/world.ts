import type { HourCycle } from '../contract/schemas/notifications.ts'
import type { Device, MoveCode } from '../rules/devices.ts'
import type { DueMessage } from '../rules/due-message.ts'
import type { Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import type { Instant } from '../rules/instant.ts'
import type { Reaction } from '../rules/reactions.ts'
import type { Block, Decision, Report, ReportedThing } from '../rules/safety.ts'
import type { User } from '../rules/user.ts'

/** All data of a server as one JSON document, used for exports, restores and named worlds. */
export interface World {
  readonly format: 'inkling-world'
  readonly version: 1
  /** Ids, words and codes derive from it. */
  readonly seed: string
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly games: readonly Game[]
  readonly reactions: readonly ReactionsOfGame[]
  readonly pushTokens: readonly PushToken[]
  /** Games whose results have not been announced yet; absent in worlds of earlier versions. */
  readonly outbox?: readonly UnannouncedGame[]
  /** Absent in worlds of earlier versions. */
  readonly messages?: readonly DueMessage[]
  readonly reports?: readonly Report[]
  readonly reportedThings?: readonly ReportedThing[]
  readonly blocks?: readonly Block[]
  readonly decisions?: readonly Decision[]
  readonly devices?: readonly Device[]
  readonly moveCodes?: readonly MoveCode[]
  /** Drawings and stroke chunks as base64, keyed by their SHA-256 in hex. */
  readonly blobs: Readonly<Record<string, string>>
}

/** The reactions to one game, oldest first; one per player and step. */
export interface ReactionsOfGame {
  readonly gameId: string
  readonly reactions: readonly Reaction[]
}

export interface PushToken {
  readonly token: string
  readonly platform: 'ios' | 'android' | 'web'
  readonly userId: string
  readonly deviceId: string | null
  readonly createdAt: Instant
  /** IANA name; absent if the device has not told it. */
  readonly timeZone?: string
  /** How the device writes times. */
  readonly hourCycle?: HourCycle
}

/** A game whose results are announced to its players from `dueAt` on. */
export interface UnannouncedGame {
  readonly gameId: string
  readonly dueAt: Instant
}
