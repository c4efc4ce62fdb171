import { endpoints } from '../../core/contract/table/endpoints.ts'
import { BROKEN_PICTURE } from '../../core/picture/broken-picture.ts'
import type { Context } from '../context.ts'
import { publicGame, publicVersion } from '../operations/results.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { authenticate, parseInput } from './answer.ts'
import type { Call, Reply } from './call.ts'

/** In characters. */
const MAX_SIZE = 32 * 1024 * 1024

/**
 * The public results that were sent last, as they are without a player, by their version: a client that has them, or a
 * view of those that are kept, costs no reading of drawings. Anyone may ask for them, as often as rate limits allow.
 */
export class KnownResults {
  readonly #texts = new RecentlyUsed<string>(MAX_SIZE, ({ length }) => length)

  /** @param make answers the call */
  async answer(call: Call, context: Context, make: () => Promise<Reply>): Promise<Reply> {
    const version = await versionFor(call, context)
    if (version === null) return make()
    const etag = `W/"${version}"`
    const headers = { 'cache-control': 'no-cache', vary: 'Authorization', etag }
    if (call.headers['if-none-match']?.includes(`"${version}"`))
      return { status: 304, headers, body: null, isCheap: true }
    const known = this.#texts.get(version)
    if (known !== undefined) return { status: 200, headers, body: null, raw: known, isCheap: true }
    const reply = await make()
    if (reply.status !== 200) return reply
    const raw = JSON.stringify(reply.body)
    // A drawing that cannot be read may be repaired without a new version.
    if (raw.includes(BROKEN_PICTURE)) return reply
    this.#texts.set(version, raw)
    return { ...reply, headers: { ...reply.headers, etag }, raw }
  }
}

/** The version of the public results; null if there are none, or a player asks, who may see others. */
async function versionFor(call: Call, context: Context): Promise<string | null> {
  const caller = await authenticate('optional', call, context)
  if (!caller.ok || caller.value.player) return null
  const input = parseInput(endpoints.getPublicResults, call)
  if (!input.ok) return null
  const game = await publicGame(context, call.params.gameId ?? '')
  return game.ok ? publicVersion(context, game.value) : null
}
