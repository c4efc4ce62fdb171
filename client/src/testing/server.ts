import type { ReplyOf, SentBody } from '@inkling/mock-server/contract/table/endpoint'
import type { EndpointName, Endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS, type ErrorCode } from '@inkling/mock-server/contract/table/error-codes'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'

/** The mock server of component tests, without extensions or earlier days. A call without a handler fails the test. */
export const server = setupServer(
  refuse('getExtensions', 'NOT_FOUND', 'There is no such call'),
  refuse('getYesterdayResults', 'NOT_FOUND', 'No game yesterday'),
  reply('getDailyStats', { totalPlayers: 3 }),
  // For the streak, which several screens show.
  reply('getHistory', { entries: [], nextBefore: null, summary: { daysPlayed: 0, participated: 0 } }),
)

/** Responds to an endpoint of the contract with a body, or with the result of a function of the request. */
export function reply<K extends EndpointName>(
  name: K,
  body:
    | ReplyOf<Endpoints[K]>
    | ((request: Request) => ReplyOf<Endpoints[K]> | Promise<ReplyOf<Endpoints[K]>>),
): RequestHandler {
  return handle(name, async ({ request }) =>
    HttpResponse.json((typeof body === 'function' ? await body(request) : body) as object),
  )
}

/** Responds to an endpoint like {@link reply}, and returns the bodies of its calls. */
export function recorded<K extends EndpointName>(
  name: K,
  body: ReplyOf<Endpoints[K]> | ((sent: SentBody<Endpoints[K]>) => ReplyOf<Endpoints[K]>),
): SentBody<Endpoints[K]>[] {
  const bodies: SentBody<Endpoints[K]>[] = []
  server.use(
    reply(name, async (request) => {
      const sent = (await request.json()) as SentBody<Endpoints[K]>
      bodies.push(sent)
      return typeof body === 'function' ? body(sent) : body
    }),
  )
  return bodies
}

/**
 * Responds with an error in the server's format.
 * @param onCall changes what other calls get. Before the call, a poll could show the change already, and remove the
 * element that the test is about to press.
 */
export function refuse(
  name: EndpointName,
  code: ErrorCode,
  message: string,
  onCall = () => {},
): RequestHandler {
  return handle(name, () => {
    onCall()
    return HttpResponse.json({ error: { code, message } }, { status: ERROR_STATUS[code] })
  })
}

/** Fails with a network error. */
export const dropConnection = (name: EndpointName): RequestHandler => handle(name, () => HttpResponse.error())

/** Never responds, for loading states. */
export const stall = (name: EndpointName): RequestHandler => handle(name, () => new Promise<never>(() => {}))

/** Responds only when released. `requested` resolves at the first request. */
export function held<K extends EndpointName>(
  name: K,
  body: ReplyOf<Endpoints[K]>,
  init?: ResponseInit,
): { handler: RequestHandler; requested: Promise<void>; release: () => void } {
  let request = () => {}
  let release = () => {}
  const requested = new Promise<void>((resolve) => {
    request = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const handler = handle(name, async () => {
    request()
    await released
    return HttpResponse.json(body as object, init)
  })
  return { handler, requested, release }
}

/**
 * Changes responses when an element is clicked, before the app sees the click. Changed earlier, a poll could replace the
 * element. Returns the element.
 */
export function onceClicked<E extends Element>(element: E, ...handlers: RequestHandler[]): E {
  element.addEventListener('click', () => server.use(...handlers), { once: true })
  return element
}

function handle(name: EndpointName, resolver: Parameters<typeof http.get>[1]): RequestHandler {
  const { method, path } = endpoints[name]
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return http[verb](`*${path.replace(/\{(\w+)\}/g, ':$1')}`, resolver)
}
