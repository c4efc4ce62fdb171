import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { CallResponse, Transport } from '@inkling/mock-server/contract/client/transport'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { jsonOr } from '../../text/json.ts'
import type { StepOf } from '../language/steps.ts'
import { show } from '../language/values/show.ts'
import { Leak } from './leak.ts'
import { samePicture } from './same-picture.ts'
import { failure } from './step-failure.ts'

interface Watched {
  /** What must not be sent, for the report. */
  readonly what: string
  /** The number of the step that watches, and what it has looked at. */
  readonly step: string
  seen: number
  isIn(text: string): boolean
}

/** Watches the replies and socket messages to players for what must never be sent. */
export class NeverWatch {
  readonly #watched: Watched[] = []
  /** Leaks in socket messages, which belong to no call. */
  readonly #leaks: Leak[] = []

  /** @throws {StepFailure} if the picture is not a PNG. */
  add({ never }: StepOf<'never'>, step: string): void {
    if ('text' in never) {
      const { text } = never
      this.#watched.push({ what: `the text ${show(text)}`, step, seen: 0, isIn: (of) => of.includes(text) })
      return
    }
    const { picture } = never
    if (samePicture(picture, picture) !== true)
      throw failure(`${show(picture)} is not a PNG image, so it cannot be watched for`, ['never', 'picture'])
    const isIn = (of: string) => PNG.test(of) && samePicture(of, picture) === true
    this.#watched.push({ what: 'the picture', step, seen: 0, isIn })
  }

  /** Wraps the ways to the server. Their calls throw a {@link Leak} for a reply with what must not be sent. */
  access<Access extends Required<Pick<ServerAccess, 'fetch' | 'transport'>>>({
    fetch,
    transport,
  }: Access): Pick<Access, 'fetch' | 'transport'> {
    return {
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        const isAdmin = new Headers(init?.headers).has(HEADER.adminKey)
        const { pathname } = new URL(String(input))
        if (!isAdmin) await this.#check(response, `${init?.method ?? 'GET'} ${pathname}`)
        return response
      },
      transport: (async (name, parts, context) => {
        const response = await transport(name, parts, context)
        if (context.adminKey === undefined) await this.#check(response, methodAndPath(name).join(' '))
        return response
      }) satisfies Transport,
    }
  }

  /** Looks at a socket message. */
  message(message: unknown, player: string): void {
    const leak = this.#leakIn(message, `a socket message to ${player}`)
    if (leak) this.#leaks.push(leak)
  }

  /** The next leak in a socket message; undefined if there is none. */
  nextLeak(): Leak | undefined {
    return this.#leaks.shift()
  }

  /** The watching steps after which nothing was sent, so that they have shown nothing. */
  get idle(): readonly string[] {
    return this.#watched.filter(({ seen }) => seen === 0).map(({ step }) => step)
  }

  async #check(response: CallResponse, call: string): Promise<void> {
    if (this.#watched.length === 0) return
    const text = await textOf(response)
    const leak = this.#leakIn(jsonOr(text, text), `the reply to ${call}`)
    if (leak) throw leak
  }

  #leakIn(value: unknown, where: string): Leak | null {
    const texts = textsIn(value)
    for (const watched of this.#watched) {
      watched.seen++
      const found = texts.find(([, text]) => watched.isIn(text))
      if (found)
        return new Leak(
          `${where} contains ${watched.what}, which step ${watched.step} forbids, at ${found[0]}`,
        )
    }
    return null
  }
}

const PNG = /^(data:image\/png;base64,)?iVBORw0/

/** All texts in a value, with their paths. */
function textsIn(value: unknown, path = '$'): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((item, at) => textsIn(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [`${path} (a key)`, key] as [string, string],
    ...textsIn(inner, `${path}.${key}`),
  ])
}

/** The body of a reply; a picture as base64. */
async function textOf(response: CallResponse): Promise<string> {
  const copy = response.clone()
  const isPicture = response.headers.get('content-type')?.startsWith('image/png')
  if (!isPicture || !('arrayBuffer' in copy)) return copy.text()
  return Buffer.from(await (copy as Response).arrayBuffer()).toString('base64')
}
