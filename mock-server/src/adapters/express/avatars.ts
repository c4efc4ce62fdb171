import * as adventurer from '@dicebear/adventurer'
import * as bottts from '@dicebear/bottts'
import { createAvatar, type Style } from '@dicebear/core'
import * as rings from '@dicebear/rings'
import { customAvatar } from '@inkling/fixtures/avatars/custom'
import { type RequestHandler, Router } from 'express'
import * as z from 'zod/mini'
import { failure, notFound } from '../../engine/reply.ts'

const number = (least: number, most: number, fallback: number) =>
  z._default(z.coerce.number().check(z.gte(least), z.lte(most)), fallback)

const options = z.object({
  seed: z._default(z.string().check(z.maxLength(128)), ''),
  size: number(16, 1024, 120),
  radius: number(0, 50, 0),
  scale: number(10, 200, 100),
  backgroundColor: z.optional(z.string().check(z.regex(/^(transparent|[0-9a-fA-F]{3,8})$/))),
})

/** One generated picture, by the options of the outside service that the product was made with. */
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

/**
 * `/avatars/{style}.svg?seed=...` and `/avatars/custom/{name}.svg`: the avatar styles of spec section 3, made here and
 * offline.
 */
export function avatarRoutes(): RequestHandler {
  const router = Router()
  router.get('/custom/:name.svg', (request, response) => {
    const svg = customAvatar(request.params.name)
    if (svg === null) return response.status(404).json(notFound().body)
    return response.type('image/svg+xml').set('cache-control', 'public, max-age=86400').send(svg)
  })
  router.get('/:style.svg', (request, response) => {
    const style = Object.hasOwn(styles, request.params.style) ? styles[request.params.style] : undefined
    if (!style) return response.status(404).json(notFound().body)
    const svg = style(request.query)
    if (svg === null) {
      const { status, body } = failure(
        'VALIDATION_FAILED',
        'An avatar takes seed, size (16 to 1024), radius (0 to 50), scale (10 to 200) and backgroundColor',
      )
      return response.status(status).json(body)
    }
    return response.type('image/svg+xml').set('cache-control', 'public, max-age=86400').send(svg)
  })
  router.use((_, response) => response.status(404).json(notFound().body))
  return router
}
