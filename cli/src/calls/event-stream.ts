import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Settings } from '../settings/settings.ts'
import { refuseRedirect } from './send.ts'

/** A domain event as received. Unknown fields are ignored. */
export interface ServerEvent {
  readonly type: string
  readonly at: string
  readonly gameId?: string
  readonly userId?: string
  readonly username?: string
  readonly turn?: string
  readonly outcome?: string
  readonly day?: string
  readonly latestDay?: string
  readonly gamesCreated?: number
  readonly gamesCompleted?: number
  readonly attempt?: { readonly guess: string; readonly score: number }
}

/**
 * Listens to `/control/events`. It uses plain fetch, because calls to the target have a timeout.
 * @param signal stops listening.
 * @returns when the server has ended the stream.
 * @throws if the server cannot be reached or refuses, or after an abort.
 */
export async function listen(
  { url, adminKey }: Settings,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
  onOpen: () => void,
): Promise<void> {
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (adminKey.value !== undefined) headers[HEADER.adminKey] = adminKey.value
  const address = `${url.value}/control/events`
  const response = await fetch(address, { headers, signal, redirect: 'manual' })
  refuseRedirect(address, response)
  if (!response.ok || !response.body)
    throw new Error(`the server refused the event stream with status ${response.status}`)
  onOpen()
  const read = messageReader()
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    for (const data of read(text)) {
      const event = parsed(data)
      if (event) onEvent(event)
    }
  }
}

/** Creates a parser of server-sent events, which returns the data of the events completed by each chunk. */
export function messageReader(): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    rest += piece
    const messages = rest.split(/\r?\n\r?\n/)
    rest = messages.pop() ?? ''
    return messages.flatMap((message) => {
      const data = message
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
      return data.length > 0 ? [data.join('\n')] : []
    })
  }
}

function parsed(data: string): ServerEvent | null {
  try {
    const event = JSON.parse(data) as Partial<ServerEvent>
    return typeof event.type === 'string' && typeof event.at === 'string' ? (event as ServerEvent) : null
  } catch {
    return null
  }
}
