import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'

/** Security headers of pages. The client needs nothing from other origins. */
export function pageHeaders(): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        // Covers the WebSockets of this origin too.
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
  return Router().use(headers, (_, response, next) => {
    response.setHeader('permissions-policy', UNUSED.map((feature) => `${feature}=()`).join(', '))
    next()
  })
}

/** Browser features that the client never uses. */
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
