import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** What an HTTP server makes of each request and its answer. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/**
 * Classes whose instances already have the prototypes of the app. Express gives every request and response another
 * prototype than Node made it with, and V8 no longer makes anything of such objects: it reads them slowly and keeps them
 * through its quick sweeps, which takes longer than all the rest of a small call. To set the one that is there is nothing.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
