import type * as z from 'zod/mini'
import { device, moveCode } from '../../core/rules/stored/devices.ts'
import { game, unannouncedGame } from '../../core/rules/stored/game.ts'
import { group } from '../../core/rules/stored/group.ts'
import { dueMessage, pushToken } from '../../core/rules/stored/push.ts'
import { reactionsOfGame } from '../../core/rules/stored/reactions.ts'
import { block, moderatorDecision, report, reportedThing } from '../../core/rules/stored/safety.ts'
import { user } from '../../core/rules/stored/user.ts'
import { type CollectionName, type Collections, collections } from '../collections.ts'

/** The collections of a world: all but the progress of the roll-over, which its games show, and the deleted accounts. */
export type WorldCollection = Exclude<CollectionName, 'rollover' | 'deletedAccounts'>

export const worldCollections = (Object.keys(collections) as CollectionName[]).filter(
  (name): name is WorldCollection => name !== 'rollover' && name !== 'deletedAccounts',
)

/** The schema of the documents of each collection. */
export const storedSchemas = {
  users: user,
  groups: group,
  games: game,
  reactions: reactionsOfGame,
  pushTokens: pushToken,
  outbox: unannouncedGame,
  messages: dueMessage,
  reports: report,
  reportedThings: reportedThing,
  blocks: block,
  devices: device,
  moveCodes: moveCode,
  decisions: moderatorDecision,
} satisfies { readonly [C in WorldCollection]: z.ZodMiniType }

type Lists = { readonly [C in WorldCollection]: readonly Collections[C][] }

/** Worlds of earlier versions may lack all others. */
type AlwaysThere = 'users' | 'groups' | 'games' | 'reactions' | 'pushTokens'

/** All data of a server as one JSON document, used for exports, restores and named worlds. */
export interface World extends Pick<Lists, AlwaysThere>, Partial<Omit<Lists, AlwaysThere>> {
  readonly format: 'inkling-world'
  readonly version: 1
  /** Ids, words and codes derive from it. */
  readonly seed: string
  /** Drawings and stroke chunks as base64, keyed by their SHA-256 in hex. */
  readonly blobs: Readonly<Record<string, string>>
}
