import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { composeMiddleware } from './compose-middleware.ts'

/** What pages may do: the client needs nothing from elsewhere. */
export function pageHeaders(): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        // Dialogs put a style element in the page to lock its scrolling.
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        // Holds for sockets of this site too.
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // The server speaks plain HTTP; a proxy with TLS adds this header.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  return composeMiddleware(headers, (_, response, next) => {
    response.setHeader('permissions-policy', UNUSED.map((feature) => `${feature}=()`).join(', '))
    next()
  })
}

/** What browsers can give to a page, and this one never asks for. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
