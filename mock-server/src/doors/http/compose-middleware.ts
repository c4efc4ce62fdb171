import type { RequestHandler } from 'express'

/** One handler of several, each of which goes on to the next. Express takes some microseconds to find each handler. */
export function composeMiddleware(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const run = (at: number) => {
      const handler = handlers[at]
      if (handler) handler(request, response, (problem) => (problem ? next(problem) : run(at + 1)))
      else next()
    }
    run(0)
  }
}
