import { HttpResponse, http, type RequestHandler } from 'msw'
import { type AvatarReply, customAvatarReply, generatedAvatarReply } from '../../platform/avatar-picture.ts'

/**
 * Serves avatars as the server does.
 * @param origin whose calls are handled; `*` for every origin.
 */
export const avatarHandlers = (origin: string): RequestHandler[] => [
  http.get(`${origin}/avatars/custom/:name.svg`, ({ params }) =>
    responseOf(customAvatarReply(String(params.name))),
  ),
  http.get(`${origin}/avatars/:style.svg`, ({ params, request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return responseOf(generatedAvatarReply(String(params.style), query))
  }),
]

const responseOf = (reply: AvatarReply): Response =>
  'svg' in reply
    ? new HttpResponse(reply.svg, { headers: { 'content-type': 'image/svg+xml' } })
    : HttpResponse.json(reply.refusal.body as object, { status: reply.refusal.status })
