import { type RequestHandler, type Response, Router } from 'express'
import { notFound } from '../../engine/reply.ts'
import { type AvatarReply, customAvatarReply, generatedAvatarReply } from '../avatar-picture.ts'

/**
 * `/avatars/{style}.svg?seed=...` and `/avatars/custom/{name}.svg`: the avatar styles of spec section 3, made here and
 * offline.
 */
export function avatarRoutes(): RequestHandler {
  const router = Router()
  router.get('/custom/:name.svg', ({ params }, response) => send(response, customAvatarReply(params.name)))
  router.get('/:style.svg', ({ params, query }, response) =>
    send(response, generatedAvatarReply(params.style, query)),
  )
  router.use((_, response) => send(response, { refusal: notFound() }))
  return router
}

function send(response: Response, reply: AvatarReply): void {
  if ('refusal' in reply) response.status(reply.refusal.status).json(reply.refusal.body)
  else response.type('image/svg+xml').set('cache-control', 'public, max-age=86400').send(reply.svg)
}
