import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import type { Expected } from '../players/crowd.ts'
import type { Wire, WireCall, WireReply } from '../players/wire.ts'

/** The maximum number of concurrent calls. */
const AT_ONCE = 32

/** Thrown if the crowd could not be prepared; the message contains the server's answer. */
export class PreparationError extends Error {
  override name = 'PreparationError'
}

export interface Preparation {
  readonly tokens: ReadonlyMap<number, string>
  readonly calls: number
}

export interface PreparationParts {
  readonly crowd: readonly Expected[]
  readonly wire: Wire
  /** The maximum number of calls to send. */
  readonly maxCalls: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, of: number) => void
}

/**
 * Signs in the players who already have an account, and creates their groups. None of it is measured.
 * @throws {PreparationError} if the server refuses a call or the limit of calls is reached.
 */
export async function prepare({
  crowd,
  wire,
  maxCalls,
  signal,
  onProgress,
}: PreparationParts): Promise<Preparation> {
  const known = crowd.filter(({ isNew }) => !isNew)
  const groups = new Map<number, Expected[]>()
  for (const player of known) {
    if (player.group === null) continue
    groups.set(player.group, [...(groups.get(player.group) ?? []), player])
  }
  const tokens = new Map<number, string>()
  const groupOf = new Map<number, string | null>()
  let calls = 0
  const call = async (name: EndpointName, token: string | null, body: object): Promise<unknown> => {
    signal?.throwIfAborted()
    if (++calls > maxCalls) {
      throw new PreparationError(
        `preparing the crowd needs more calls than limits.calls allows (${maxCalls}): increase it, or use fewer players.`,
      )
    }
    const [method, path] = methodAndPath(name)
    const reply = await answerOf(wire, { method, path, token, body: JSON.stringify(body) })
    if (reply.status === 200) return JSON.parse(reply.text)
    const outcome = reply.status === 0 ? reply.code : `${reply.status} ${reply.text.slice(0, 200)}`
    throw new PreparationError(
      `the crowd could not be prepared: the response to ${method} ${path} was ${outcome}.`,
    )
  }
  await inParallel(known, async (player) => {
    const { token, user } = (await call('signInDevice', null, { deviceId: player.deviceId })) as {
      token: string
      user: { groupId: string | null }
    }
    tokens.set(player.index, token)
    groupOf.set(player.index, user.groupId)
    onProgress?.(tokens.size, known.length)
  })
  await inParallel([...groups.values()], async (members) => {
    // The group already exists if this server has had a load with the same seed.
    const [host, ...guests] = members.filter(({ index }) => groupOf.get(index) === null)
    if (!host || guests.length + 1 < members.length) return
    const { code } = (await call('createGroup', tokens.get(host.index) ?? null, {
      name: `Load ${host.group}`,
    })) as { code: string }
    for (const guest of guests) await call('joinGroup', tokens.get(guest.index) ?? null, { code })
  })
  return { tokens, calls }
}

const answerOf = (wire: Wire, call: WireCall): Promise<WireReply> =>
  new Promise((resolve) => wire.send(call, resolve))

/** Processes a list with limited concurrency. After a failure, no further item is started. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    try {
      while (next < items.length) await work(items[next++] as T)
    } catch (error) {
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
