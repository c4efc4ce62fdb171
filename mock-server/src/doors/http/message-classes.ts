import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** What an HTTP server makes of each request and its answer. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/**
 * Classes whose instances have the prototypes that the app gives every request and response, which become the app's own
 * for that. Express sets them with `Object.setPrototypeOf`, and V8 reads an object slowly whose prototype was changed, and
 * keeps it through its quick sweeps: that takes longer than all the rest of a small call. Where they are there already,
 * nothing changes.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
