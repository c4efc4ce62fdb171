import * as adventurer from '@dicebear/adventurer'
import * as bottts from '@dicebear/bottts'
import { createAvatar, type Style } from '@dicebear/core'
import * as rings from '@dicebear/rings'
import { customAvatar } from '@inkling/fixtures/avatars/custom'
import * as z from 'zod/mini'
import type { Reply } from '../../engine/calls/call.ts'
import { failure, notFound } from '../../engine/calls/reply.ts'

const number = (min: number, max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.gte(min), z.lte(max)), fallback)

const options = z.object({
  seed: z._default(z.string().check(z.maxLength(128)), ''),
  size: number(16, 1024, 120),
  radius: number(0, 50, 0),
  scale: number(10, 200, 100),
  backgroundColor: z.optional(z.string().check(z.regex(/^(transparent|[0-9a-fA-F]{3,8})$/))),
})

/** Generates a picture. Accepts the same options as the external service that the product used originally. */
function draw<T extends object>(style: Style<T>, query: unknown): string | null {
  const parsed = options.safeParse(query)
  if (!parsed.success) return null
  const { backgroundColor, ...rest } = parsed.data
  return createAvatar(style as Style<object>, {
    ...rest,
    ...(backgroundColor && { backgroundColor: [backgroundColor] }),
  }).toString()
}

const styles: Record<string, (query: unknown) => string | null> = {
  adventurer: (query) => draw(adventurer, query),
  bottts: (query) => draw(bottts, query),
  rings: (query) => draw(rings, query),
}

/** An avatar as SVG, or the refusal. */
export type AvatarReply = { svg: string } | { refusal: Reply }

/** One of the 20 hand-drawn avatars. */
export function customAvatarReply(name: string): AvatarReply {
  const svg = customAvatar(name)
  return svg === null ? { refusal: notFound() } : { svg }
}

/** An avatar generated from a seed. */
export function generatedAvatarReply(name: string, query: unknown): AvatarReply {
  const style = Object.hasOwn(styles, name) ? styles[name] : undefined
  if (!style) return { refusal: notFound() }
  const svg = style(query)
  return svg === null ? { refusal: failure('VALIDATION_FAILED', WANTED) } : { svg }
}

const WANTED =
  'An avatar accepts seed, size (16 to 1024), radius (0 to 50), scale (10 to 200) and backgroundColor'
