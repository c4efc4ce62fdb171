import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { DAY_MS, TOKEN } from '../contract/constants.ts'

/** The secrets of a world in their stored format. */
export const storedSecrets = z.object({
  seed: z.string(),
  /** The newest first. */
  tokenSecrets: z.array(z.object({ secret: z.string(), since: z.string() })).check(z.minLength(1)),
})
export type StoredSecrets = z.infer<typeof storedSecrets>

/** The secrets as the engine uses them. */
export interface ServerSecrets {
  readonly seed: string
  /** The first key signs tokens. The others only verify them. */
  readonly tokenSecrets: readonly string[]
}

/** Age at which the next start rotates the signing key. */
const SIGNS_MS = 7 * DAY_MS

/**
 * The secrets to store: the stored ones, with a new signing key if rotation is due.
 * @param known null if nothing is stored yet.
 * @param today the real date, independent of the game's clock.
 * @returns `known` itself if rotation is not due.
 */
export function renewed(
  known: StoredSecrets | null,
  { seed, today }: { seed: string | undefined; today: Date },
): StoredSecrets {
  const tokenSecrets = rotated(known?.tokenSecrets ?? [], today)
  if (known && tokenSecrets === known.tokenSecrets) return known
  return { seed: known?.seed ?? seed ?? randomBytes(16).toString('hex'), tokenSecrets }
}

export const secretsIn = ({ seed, tokenSecrets }: StoredSecrets): ServerSecrets => ({
  seed,
  tokenSecrets: tokenSecrets.map(({ secret }) => secret),
})

/** Every process reads the secrets of a database every second: by then, all of them know a new one. */
const KNOWN_AFTER_MS = 10_000

/** The secrets of several processes: a new key signs only when every process can verify its tokens. */
export function sharedSecretsIn({ seed, tokenSecrets }: StoredSecrets, today: Date): ServerSecrets {
  const isNew = ({ since }: { since: string }) => today.getTime() - Date.parse(since) < KNOWN_AFTER_MS
  const known = tokenSecrets.filter((each) => !isNew(each))
  return secretsIn({ seed, tokenSecrets: [...known, ...tokenSecrets.filter(isNew)] })
}

/** @returns the same list if rotation is not due. */
function rotated(known: StoredSecrets['tokenSecrets'], today: Date): StoredSecrets['tokenSecrets'] {
  const [newest] = known
  if (newest && today.getTime() - Date.parse(newest.since) < SIGNS_MS) return known
  const fresh = { secret: randomBytes(32).toString('hex'), since: today.toISOString() }
  // A secret was in use until the one before it in the list was added.
  const needed = known.filter((_, at) => {
    const until = known[at - 1]?.since ?? fresh.since
    return today.getTime() - Date.parse(until) < TOKEN.lifeDays * DAY_MS
  })
  return [fresh, ...needed]
}
