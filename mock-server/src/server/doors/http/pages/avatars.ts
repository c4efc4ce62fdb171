import { type RequestHandler, type Response, Router } from 'express'
import { notFound } from '../../../../engine/calls/reply.ts'
import type { AvatarReply } from '../../../platform/avatar-picture.ts'

/**
 * `/avatars/{style}.svg?seed=...` and `/avatars/custom/{name}.svg`: the avatar styles, generated
 * without network access.
 */
export function avatarRoutes(): RequestHandler {
  const router = Router()
  router.get('/custom/:name.svg', async ({ params }, response) => {
    send(response, (await pictures()).customAvatarReply(params.name))
  })
  router.get('/:style.svg', async ({ params, query }, response) => {
    send(response, (await pictures()).generatedAvatarReply(params.style, query))
  })
  router.use((_, response) => send(response, { refusal: notFound() }))
  return router
}

/** Loaded on first use: the styles are a third of the server's code. */
const pictures = () => import('../../../platform/avatar-picture.ts')

function send(response: Response, reply: AvatarReply): void {
  if ('refusal' in reply) response.status(reply.refusal.status).json(reply.refusal.body)
  else response.type('image/svg+xml').set('cache-control', 'public, max-age=86400').send(reply.svg)
}
