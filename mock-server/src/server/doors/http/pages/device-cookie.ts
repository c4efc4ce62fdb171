import type { Request, Response } from 'express'
import { DEVICE_COOKIE } from '../../../../core/contract/constants.ts'

/**
 * Sets the cookie from which the client restores its device id when the browser has deleted the storage of scripts.
 * After seven days, Safari also deletes cookies set by scripts, but not cookies set by a server. The page reads it, so it
 * is not HttpOnly; the server never reads it. Only a page of this origin gets it, and only over TLS.
 */
export function setDeviceCookie(request: Request, response: Response, publicUrl: string | null): void {
  if (request.headers['sec-fetch-site'] !== 'same-origin') return
  if (!request.secure && !publicUrl?.startsWith('https:')) return
  const { deviceId } = request.body as { deviceId: string }
  response.cookie(DEVICE_COOKIE.name, deviceId, {
    maxAge: DEVICE_COOKIE.maxAgeSeconds * 1000,
    sameSite: 'strict',
    secure: true,
  })
}
