import * as z from 'zod/mini'
import * as account from '../schemas/account.ts'
import * as admin from '../schemas/admin.ts'
import * as control from '../schemas/control.ts'
import { extensions } from '../schemas/extensions.ts'
import * as game from '../schemas/game.ts'
import * as group from '../schemas/group.ts'
import * as moderation from '../schemas/moderation.ts'
import * as notifications from '../schemas/notifications.ts'
import { success } from '../schemas/primitives.ts'
import * as reactions from '../schemas/reactions.ts'
import * as results from '../schemas/results.ts'
import * as safety from '../schemas/safety.ts'
import * as strokes from '../schemas/strokes.ts'
import * as user from '../schemas/user.ts'

/* The names of types in `inkling/client` and in the OpenAPI document: those of the schemas, such as `Today` of `today`. */

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
const NAMED: ReadonlyMap<string, Schema> = new Map(
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

const names = z.registry<{ id: string }>()
for (const [id, schema] of NAMED) names.add(schema, { id })

/**
 * The JSON Schema of a schema, with named schemas as references to its `$defs`. Transformations such as trimming have no
 * equivalent and accept any value.
 */
export const withNames = (schema: Schema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  })
