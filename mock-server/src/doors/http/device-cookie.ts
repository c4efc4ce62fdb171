import type { Request, Response } from 'express'
import { DEVICE_COOKIE } from '../../contract/constants.ts'

/**
 * Sets the cookie from which the client restores its device id when the browser has deleted what scripts stored. Safari
 * deletes a script's own cookies after seven days, too, but not a server's. The page must read it, so it is not HttpOnly;
 * the server never reads it. Only a page of this origin gets it.
 */
export function setDeviceCookie(request: Request, response: Response, publicUrl: string | null): void {
  if (request.headers['sec-fetch-site'] !== 'same-origin') return
  const { deviceId } = request.body as { deviceId: string }
  response.cookie(DEVICE_COOKIE.name, deviceId, {
    maxAge: DEVICE_COOKIE.maxAgeSeconds * 1000,
    sameSite: 'strict',
    secure: request.secure || publicUrl?.startsWith('https:') === true,
  })
}
