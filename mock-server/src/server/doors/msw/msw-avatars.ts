import { HttpResponse, http, type RequestHandler } from 'msw'
import type { AvatarReply } from '../../platform/avatar-picture.ts'

/**
 * Serves avatars as the server does.
 * @param origin whose calls are handled; `*` for every origin.
 */
export const avatarHandlers = (origin: string): RequestHandler[] => [
  http.get(`${origin}/avatars/custom/:name.svg`, async ({ params }) => {
    const { customAvatarReply } = await pictures()
    return responseOf(customAvatarReply(String(params.name)))
  }),
  http.get(`${origin}/avatars/:style.svg`, async ({ params, request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const { generatedAvatarReply } = await pictures()
    return responseOf(generatedAvatarReply(String(params.style), query))
  }),
]

/** Loaded at the first avatar, because the pictures are larger than the rest of the mock. */
const pictures = () => import('../../platform/avatar-picture.ts')

const responseOf = (reply: AvatarReply): Response =>
  'svg' in reply
    ? new HttpResponse(reply.svg, { headers: { 'content-type': 'image/svg+xml' } })
    : HttpResponse.json(reply.refusal.body as object, { status: reply.refusal.status })
