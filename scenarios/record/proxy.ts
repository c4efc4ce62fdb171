import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { matchPath } from '@inkling/mock-server/contract/table/path'
import { type WebSocket, WebSocketServer } from 'ws'
import { openSocket } from '../bots/proxies.ts'
import { jsonOr } from '../text/json.ts'
import { refusalOf } from './own-pages.ts'
import type { Recorder } from './recorder.ts'

export interface ProxyOptions {
  /** The server that the proxy forwards to. */
  readonly access: ServerAccess
  readonly recorder: Recorder
  /** 0 chooses a free port. */
  readonly port: number
  /** Certificate and private key in PEM, to serve HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Called for each forwarded call. */
  readonly onCall?: (line: string) => void
}

export interface RecordingProxy {
  /** The proxy's URL for clients, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Longer than clients keep idle connections open. If the proxy closed one first, a call could be lost. */
const IDLE_MS = 65_000
/** Headers that apply to one connection only, or that each sender sets itself. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|content-encoding|upgrade|expect|accept-encoding|te|trailer|proxy-.*|sec-.*)$/

/** Starts a proxy to a server that records all calls and sockets. */
export async function startProxy({
  access,
  recorder,
  port,
  tls,
  onCall = () => {},
}: ProxyOptions): Promise<RecordingProxy> {
  const scheme = tls ? 'https' : 'http'
  const sockets = new WebSocketServer({ noServer: true })
  /** Socket messages that arrived during a call. They are recorded after the call, which may have caused them. */
  const deferred: (() => void)[] = []
  let pendingCalls = 0
  /** The latest call of the API. A call is sent when the one before it has been recorded: a replay repeats their order. */
  let latest: Promise<unknown> = Promise.resolve()
  const inTurn: InTurn = (send) => {
    const sent = latest.then(send)
    latest = sent.catch(() => {})
    return sent
  }
  const afterCalls = (write: () => void) => {
    if (pendingCalls > 0) deferred.push(write)
    else write()
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request)
    if (refusal !== null) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'FORBIDDEN', message: refusal } }))
      onCall(`${request.method} ${request.url} refused: ${refusal}`)
      return
    }
    pendingCalls++
    answer(request, response, access, recorder, inTurn, `${scheme}://${request.headers.host}`)
      .then(onCall)
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        recorder.unanswered(request.method ?? 'GET', request.url ?? '/')
        if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { code: 'INTERNAL', message } }))
        onCall(`${request.method} ${request.url} failed: ${message}`)
      })
      .finally(() => {
        pendingCalls--
        while (pendingCalls === 0 && deferred.length > 0) deferred.shift()?.()
      })
  }
  const options = { keepAliveTimeout: IDLE_MS, ...tls }
  const server = tls ? createSecureServer(options, onRequest) : createServer(options, onRequest)
  const connections = new Set<Duplex>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Without a handler, a connection that breaks would end the process.
    stream.on('error', () => stream.destroy())
    const refuse = (status: string, reason: string) => {
      stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n${reason}`)
      onCall(`${request.method} ${request.url} refused: ${reason}`)
    }
    const refusal = refusalOf(request)
    if (refusal !== null) return refuse('403 Forbidden', refusal)
    let upstream: WebSocket
    try {
      upstream = openSocket(access.baseUrl.replace(/^http/, 'ws') + request.url)
    } catch (error) {
      return refuse('400 Bad Request', (error as Error).message)
    }
    const giveUp = () => upstream.terminate()
    stream.once('close', giveUp)
    void accepted(upstream).then((closed) => {
      if (stream.destroyed) return
      // Answers what is not a WebSocket itself, and then closes the stream.
      sockets.handleUpgrade(request, stream, head, (client) => {
        stream.off('close', giveUp)
        client.on('error', () => upstream.close())
        join(client, upstream, request, recorder, afterCalls, closed)
      })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      // Also connections whose upgrade the server has not answered.
      for (const connection of connections) connection.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Calls a function when the calls before it have ended. */
type InTurn = <T>(send: () => Promise<T>) => Promise<T>

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: ServerAccess,
  recorder: Recorder,
  inTurn: InTurn,
  proxyUrl: string,
): Promise<string> {
  const { method = 'GET', url = '/' } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  // Clients put the address that they know into bodies, for example as an avatar. The server must not store the proxy's.
  const encoding = request.headers['content-encoding']
  const sent = decoded(Buffer.concat(chunks), encoding)
  const body = readdressed(sent.bytes, request.headers['content-type'], proxyUrl, access.baseUrl)
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    HOP_BY_HOP.test(name) || value === undefined ? [] : [[name, String(value)]],
  )
  if (sent.isEncoded && encoding !== undefined) headers.push(['content-encoding', encoding])
  const forward = async () => {
    const reply = await access.fetch(access.baseUrl + url, {
      method,
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    // Record the call before sending the reply, so that the client's next call is recorded later.
    recorder.call({
      method,
      path: url,
      token: bearerOf(request.headers.authorization),
      body: body.toString('utf8'),
      status: reply.status,
      reply: jsonOf(bytes),
      renewed: reply.headers.get(HEADER.tokenRenewed),
      at: Date.now(),
    })
    return { reply, bytes }
  }
  const { reply, bytes } = await (url.startsWith('/api/') ? inTurn(forward) : forward())
  // A list, because a reply may set several cookies.
  response.writeHead(reply.status, [...reply.headers].filter(([name]) => !HOP_BY_HOP.test(name)).flat())
  response.end(readdressed(bytes, reply.headers.get('content-type'), access.baseUrl, proxyUrl))
  return `${method} ${url.split('?')[0]} ${reply.status}`
}

const MAX_DECODED_BYTES = 32 * 1024 * 1024

/** The body of a request, as its sender had it before compression. One that cannot be read is forwarded as it is. */
function decoded(
  bytes: Buffer<ArrayBuffer>,
  encoding: string | undefined,
): { readonly bytes: Buffer<ArrayBuffer>; readonly isEncoded: boolean } {
  const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding ?? '']
  if (!decode) return { bytes, isEncoded: encoding !== undefined }
  try {
    return { bytes: Buffer.from(decode(bytes, { maxOutputLength: MAX_DECODED_BYTES })), isEncoded: false }
  } catch {
    // The server says what is wrong with it.
    return { bytes, isEncoded: true }
  }
}

/** Replaces an address in JSON; other bodies are unchanged. */
function readdressed(bytes: Buffer<ArrayBuffer>, type: string | null | undefined, from: string, to: string) {
  if (!type?.includes('json') || !bytes.includes(from)) return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll(from, to))
}

interface Closed {
  readonly code: number
  readonly reason: string
}

/** The code of a socket that the server did not answer. */
const NO_ANSWER = 1011

/** Resolves to null once the server has accepted the socket. It does so after the handshake, and a pong confirms it. */
function accepted(upstream: WebSocket): Promise<Closed | null> {
  return new Promise((resolve) => {
    upstream.once('open', () => upstream.ping())
    upstream.once('pong', () => resolve(null))
    upstream.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
    upstream.on('error', () => resolve({ code: NO_ANSWER, reason: 'the server did not answer' }))
  })
}

/**
 * Forwards messages between a client's socket and the one to the server, and records them.
 * @param refusal how the server closed the socket at once; null if it accepted it.
 */
function join(
  client: WebSocket,
  upstream: WebSocket,
  { url = '/' }: IncomingMessage,
  recorder: Recorder,
  afterCalls: (write: () => void) => void,
  refusal: Closed | null,
): void {
  const { pathname, searchParams } = new URL(`http://recorded${url}`)
  const gameId = matchPath(endpoints.watchReactions.path, pathname)?.gameId
  const token = searchParams.get('token')
  const write = (what: () => void) => {
    if (gameId !== undefined) afterCalls(what)
  }
  if (gameId === undefined || refusal?.code === NO_ANSWER) recorder.unanswered('GET', url)
  else write(() => recorder.listen(gameId, token, refusal?.code ?? null))
  if (refusal) {
    client.close(sendable(refusal.code), refusal.reason)
    return
  }
  client.on('message', (data, isBinary) => upstream.send(data, { binary: isBinary }))
  upstream.on('message', (data, isBinary) => {
    client.send(data, { binary: isBinary })
    const message = endpoints.watchReactions.reply.safeParse(jsonOf(Buffer.from(String(data))))
    if (message.success) write(() => recorder.message(token, message.data))
  })
  client.on('close', (code, reason) => {
    write(() => recorder.stopListening(token))
    upstream.close(sendable(code), reason)
  })
  upstream.on('close', (code, reason) => client.close(sendable(code), reason))
}

/** Close codes that describe a broken connection cannot be sent. */
const sendable = (code: number): number => (code === 1000 || (code >= 3000 && code <= 4999) ? code : 1000)

const bearerOf = (header: string | undefined): string | null =>
  /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? null

/** The proxy also forwards pages, scripts and pictures. */
const jsonOf = (bytes: Buffer): unknown => jsonOr(bytes.toString('utf8'), null)
