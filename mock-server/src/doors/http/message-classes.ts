import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** Classes of the requests and responses of an HTTP server. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/**
 * Classes whose instances are created with the prototypes that Express otherwise sets on every request and response with
 * `Object.setPrototypeOf`. After such a change V8 reads the object slowly, and its minor collections do not free it: that
 * takes longer than the rest of a small call. Replaces `app.request` and `app.response` with the prototypes of the classes.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
