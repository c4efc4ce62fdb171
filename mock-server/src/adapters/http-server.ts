import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failure, notFound } from '../engine/reply.ts'
import type { MessageClasses } from './express/messages.ts'
import { refuseRaw } from './raw-refusal.ts'

const PROBLEMS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
}

/** An HTTP server whose every failure is in the envelope of the API, also of what is hardly HTTP (api.md). */
export function createHttpServer(listener: RequestListener, classes: MessageClasses): Server {
  const server = createServer({ ...classes, requireHostHeader: false }, listener)
  // What somebody expects is no reason to refuse them.
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (!stream.writable || isAnswered(stream)) return void stream.destroy()
    const problem = PROBLEMS[error.code ?? ''] ?? 'This is no HTTP request that can be read'
    refuseRaw(stream, failure('VALIDATION_FAILED', problem))
  })
  server.on('connect', (_, stream) => {
    stream.on('error', () => stream.destroy())
    refuseRaw(stream, notFound())
  })
  return server
}

/** Whether an answer has begun already, into which nothing may be written: Node keeps it beside the connection. */
const isAnswered = (stream: Duplex & { _httpMessage?: ServerResponse }): boolean =>
  stream._httpMessage?.headersSent ?? false
