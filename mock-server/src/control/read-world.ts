import * as z from 'zod/mini'
import { gameDay } from '../contract/schemas/primitives.ts'
import { storedSchemas, type World } from '../engine/world.ts'
import type { Codecs } from '../picture/codecs.ts'
import { allow, type Decision, refuse } from '../rules/refusal.ts'
import { sha256, text } from '../rules/stored/fields.ts'
import { wrongReference } from './world-references.ts'

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64'))

const { users, groups, games, reactions, pushTokens, ...later } = storedSchemas

const listOf = <S extends z.ZodMiniType>(schema: S) => z.array(schema)

const world = z.strictObject({
  format: z.literal('inkling-world'),
  version: z.literal(1),
  seed: text,
  /** Written by earlier versions and ignored: the games show whether a roll-over is due. */
  rolledOverTo: z.optional(gameDay),
  users: listOf(users),
  groups: listOf(groups),
  games: listOf(games),
  reactions: listOf(reactions),
  pushTokens: listOf(pushTokens),
  ...Object.fromEntries(
    Object.entries(later).map(([name, schema]) => [name, z.optional(listOf<z.ZodMiniType>(schema))]),
  ),
  blobs: z.record(sha256, base64),
})

/**
 * Checks a world document from any source. An invalid one is refused entirely, with the path of its first wrong field.
 */
export function readWorld(document: unknown, codecs: Codecs): Decision<World> {
  const parsed = world.safeParse(document)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return noWorld(issue?.path.join('.') || 'the document', issue?.message ?? 'is damaged')
  }
  // Built from the schemas of the collections.
  const read = parsed.data as World
  const wrong = wrongReference(read, codecs)
  return wrong ? noWorld(wrong.path, wrong.problem) : allow(read)
}

const noWorld = (place: string, problem: string) =>
  refuse('VALIDATION_FAILED', `This world cannot be restored: ${place}: ${problem}`)
