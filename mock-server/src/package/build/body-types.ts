import type * as z from 'zod/mini'
import * as account from '../../core/contract/schemas/account.ts'
import * as admin from '../../core/contract/schemas/admin.ts'
import * as control from '../../core/contract/schemas/control.ts'
import { extensions } from '../../core/contract/schemas/extensions.ts'
import * as game from '../../core/contract/schemas/game.ts'
import * as group from '../../core/contract/schemas/group.ts'
import * as moderation from '../../core/contract/schemas/moderation.ts'
import * as notifications from '../../core/contract/schemas/notifications.ts'
import { success } from '../../core/contract/schemas/primitives.ts'
import * as reactions from '../../core/contract/schemas/reactions.ts'
import * as results from '../../core/contract/schemas/results.ts'
import * as safety from '../../core/contract/schemas/safety.ts'
import * as strokes from '../../core/contract/schemas/strokes.ts'
import * as user from '../../core/contract/schemas/user.ts'

/* The names of the types that `inkling/client` declares: those of the schemas, such as `Today` of `today`. */

const MODULES = [
  account,
  admin,
  control,
  game,
  group,
  moderation,
  notifications,
  reactions,
  results,
  safety,
  strokes,
  user,
  { extensions, success },
]

export type Schema = z.ZodMiniType

/** Objects and enumerations by the name of their type. Other schemas, such as texts with limits, have no name. */
export const NAMED: ReadonlyMap<string, Schema> = new Map(
  MODULES.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, Schema][] =>
      isNamed(value) ? [[name.charAt(0).toUpperCase() + name.slice(1), value]] : [],
    ),
  ),
)

function isNamed(value: unknown): value is Schema {
  const type = (value as Partial<Schema> | undefined)?.def?.type
  return type === 'object' || type === 'enum'
}
