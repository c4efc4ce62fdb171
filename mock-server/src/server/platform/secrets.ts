import { createECDH, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { DAY_MS, TOKEN } from '../../core/contract/constants.ts'
import { newAdminKey } from './admin-key.ts'
import type { VapidKeys } from './push/web-push-service.ts'
import { StartupError } from './startup-error.ts'

/** Where a store has its secrets: in files of the data folder, or in a table of the database. */
export interface SecretValues {
  /** Null if there is no value. */
  get(name: SecretName): Promise<unknown>
  /**
   * Changes a value.
   * @param change gets null if there is no value, and may run several times. If it throws, the value does not change.
   * @returns the new value.
   */
  change<T>(name: SecretName, change: (stored: unknown) => T): Promise<T>
}

const SECRETS = 'secrets'
const ADMIN_KEY = 'admin key'
export type SecretName = typeof SECRETS | typeof ADMIN_KEY

/** The secrets of a world in their stored format. */
export const storedSecrets = z.object({
  seed: z.string(),
  /** The newest first. */
  tokenSecrets: z.array(z.object({ secret: z.string(), since: z.string() })).check(z.minLength(1)),
  /** The keys that sign push messages to browsers, as base64url. Absent in secrets of earlier versions. */
  vapid: z.optional(z.object({ publicKey: z.string(), privateKey: z.string() })),
})
export type StoredSecrets = z.infer<typeof storedSecrets>

/** The secrets as the engine uses them. */
export interface ServerSecrets {
  readonly seed: string
  /** The first key signs tokens. The others only verify them. */
  readonly tokenSecrets: readonly string[]
  /** Browsers subscribe with the public key, so the keys never change. */
  readonly vapid: VapidKeys
}

export interface SecretsOptions {
  /** The configured seed. */
  readonly seed?: string | undefined
  /** Whether the store has players. Then missing secrets were lost, or a copy is incomplete. */
  readonly isInUse: boolean
  /** How errors name the store and its secrets, and how to choose another store. */
  readonly names: { readonly store: string; readonly secrets: string; readonly other: string }
  /** The real date, independent of the game's clock. */
  readonly today?: Date
  /** Whether other processes may use the same store. */
  readonly isShared?: boolean
}

/**
 * The secrets of a store, generated on its first use. The key that signs tokens is rotated, and an old one is removed after
 * its last token has expired.
 * @throws {StartupError} if they are missing, or if `seed` is not the seed that the store was created with.
 */
export async function readSecrets(
  values: SecretValues,
  { seed, isInUse, names, today = new Date(), isShared = false }: SecretsOptions,
): Promise<ServerSecrets> {
  const secrets = await values.change(SECRETS, (stored) => {
    if (stored === null && isInUse) {
      throw new StartupError(
        `${names.store} has players but no ${names.secrets}. If a copy into it was interrupted, finish it with the same \`inkling store copy\`. Otherwise restore ${names.secrets} from a backup: without ${names.secrets}, ids and tokens are not valid.`,
      )
    }
    const known = stored === null ? null : storedSecrets.parse(stored)
    if (known && seed !== undefined && seed !== known.seed) {
      throw new StartupError(
        `${names.store} was created with a different seed. Omit --seed, or choose ${names.other}.`,
      )
    }
    return renewed(known, { seed, today })
  })
  return isShared ? sharedSecretsIn(secrets, today) : secretsIn(secrets)
}

/** The keys that sign the tokens of several processes. The first one signs, as of a date. */
export async function readTokenSecrets(values: SecretValues, today = new Date()): Promise<readonly string[]> {
  return sharedSecretsIn(storedSecrets.parse(await values.get(SECRETS)), today).tokenSecrets
}

/** The admin key, generated on first use. */
export async function readAdminKey(values: SecretValues): Promise<string> {
  const known = await values.get(ADMIN_KEY)
  if (typeof known === 'string') return known
  return values.change(ADMIN_KEY, (stored) => (typeof stored === 'string' ? stored : newAdminKey()))
}

/** Replaces the generated admin key. */
export const replaceAdminKey = (values: SecretValues): Promise<string> =>
  values.change(ADMIN_KEY, () => newAdminKey())

/** The seed of a store; null if no server has run on it, or if a copy into it is incomplete. */
export async function readSeed(values: SecretValues): Promise<string | null> {
  const stored = await values.get(SECRETS)
  return stored === null ? null : storedSecrets.parse(stored).seed
}

/** Copies all secrets: the seed last, because a store without it is incomplete. */
export async function copySecrets(from: SecretValues, to: SecretValues): Promise<void> {
  for (const name of [ADMIN_KEY, SECRETS] as const) {
    const value = await from.get(name)
    if (value !== null) await to.change(name, () => value)
  }
}

/** Age at which the next start rotates the signing key. */
const SIGNS_MS = 7 * DAY_MS

/**
 * The secrets to store: the stored ones, with a new signing key if rotation is due.
 * @param known null if nothing is stored yet.
 * @param today the real date, independent of the game's clock.
 * @returns `known` itself if rotation is not due.
 */
function renewed(
  known: StoredSecrets | null,
  { seed, today }: { seed: string | undefined; today: Date },
): StoredSecrets {
  const tokenSecrets = rotated(known?.tokenSecrets ?? [], today)
  if (known?.vapid && tokenSecrets === known.tokenSecrets) return known
  return {
    seed: known?.seed ?? seed ?? randomBytes(16).toString('hex'),
    tokenSecrets,
    vapid: known?.vapid ?? newVapidKeys(),
  }
}

const secretsIn = ({ seed, tokenSecrets, vapid = newVapidKeys() }: StoredSecrets): ServerSecrets => ({
  seed,
  tokenSecrets: tokenSecrets.map(({ secret }) => secret),
  vapid,
})

/** A key pair for push messages to browsers. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Leading zeros are left out of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Every process reads the secrets of a database every second: by then, all of them know a new one. */
const KNOWN_AFTER_MS = 10_000

/** The secrets of several processes: a new key signs only when every process can verify its tokens. */
function sharedSecretsIn({ tokenSecrets, ...others }: StoredSecrets, today: Date): ServerSecrets {
  const isNew = ({ since }: { since: string }) => today.getTime() - Date.parse(since) < KNOWN_AFTER_MS
  const known = tokenSecrets.filter((each) => !isNew(each))
  return secretsIn({ ...others, tokenSecrets: [...known, ...tokenSecrets.filter(isNew)] })
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
