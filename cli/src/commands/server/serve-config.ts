import { readFileSync, statSync } from 'node:fs'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { channelsOff } from '@inkling/mock-server/push-channels'
import { CliError, EXIT, isCliError } from '../../cli-error.ts'
import { secretIn } from '../../settings/secret-file.ts'
import { variablesOf } from './env-file.ts'

/** A variable that `serve` reads from the environment or from the file of `--env-file`. */
interface Variable {
  /** The option of `serve` with the same effect. */
  readonly option?: string
  readonly fallback?: string
  /** The part that is never printed. */
  readonly secret?: 'all' | 'password'
  readonly about: string
}

/** Every variable that `serve` reads. The table in mock-server/OPERATIONS.md is generated from it. */
export const VARIABLES = {
  PORT: { option: 'port', fallback: '4000', about: 'port to listen on, 0 for a free one' },
  LISTEN_HOST: {
    option: 'host',
    fallback: '127.0.0.1',
    about: 'address to listen on; `0.0.0.0` for all addresses of the machine',
  },
  DATA_DIR: { option: 'data', fallback: '.inkling', about: 'data folder' },
  DATABASE_URL: {
    option: 'store',
    secret: 'password',
    about: 'URL of a PostgreSQL database, such as postgres://user@host/inkling, instead of a data folder',
  },
  DATABASE_DIRECT_URL: {
    option: 'directStore',
    secret: 'password',
    about:
      'the same database, bypassing the connection pool of `DATABASE_URL` (see [Behind pgbouncer](STORES.md#behind-pgbouncer))',
  },
  WORKERS: {
    option: 'workers',
    about: 'number of processes that share the port; needs a database',
  },
  GRACE: {
    option: 'grace',
    about: 'grace period after SIGTERM, during which `/readyz` returns 503; `2s` with a database, else `0s`',
  },
  ADMIN_KEY: {
    option: 'adminKey',
    secret: 'all',
    about: 'key of admin calls and controls, at least 8 characters',
  },
  ADMIN_KEY_FILE: {
    option: 'adminKeyFile',
    about: 'file with this key and nothing else, instead of `ADMIN_KEY`',
  },
  MODERATOR_KEY: {
    secret: 'all',
    about:
      'key for moderation, look-ups and announcements only, at least 8 characters (see [Moderator key](MODERATION.md#moderator-key))',
  },
  MODERATOR_KEY_FILE: {
    about: 'file with this key and nothing else, instead of `MODERATOR_KEY`',
  },
  METRICS_KEY: {
    secret: 'all',
    about: 'key of `/metrics` for Prometheus, as a Bearer token, at least 8 characters',
  },
  METRICS_KEY_FILE: {
    about: 'file with this key and nothing else, instead of `METRICS_KEY`',
  },
  TLS_CERT: {
    option: 'tlsCert',
    about: 'file with the certificate and its chain in PEM: serves HTTPS; needs `TLS_KEY`',
  },
  TLS_KEY: { option: 'tlsKey', about: 'file with the private key of `TLS_CERT` in PEM' },
  PUBLIC_URL: {
    about: 'scheme and host for players, such as `https://inkling.example`, used in invitation links',
  },
  CONTACT: {
    about:
      'how players and push services reach you: an e-mail or web address, shown on the legal pages and needed for notifications in browsers',
  },
  FCM_CREDENTIALS: {
    about:
      'key file of a service account of Firebase, for notifications in the apps (see [Notifications](NOTIFICATIONS.md))',
  },
  TRUST_PROXY: {
    about:
      'trusted proxies, in the format of [Express](https://expressjs.com/en/guide/behind-proxies.html): `1` for one proxy, or addresses such as `loopback, 10.0.0.0/8`',
  },
  GAME_TIME_ZONE: {
    fallback: DEFAULT_TIME_ZONE,
    about: "IANA name of the game's time zone",
  },
  HOUSE_PLAYER: {
    option: 'housePlayer',
    fallback: '0',
    about:
      '`1` lets Inky, the house player, take a turn in games that would end with a single entry (see [House player](API.md#house-player))',
  },
  PUSH: {
    option: 'push',
    fallback: '0',
    about:
      "`1` sends notifications although the world is another server's, from now on: for one start (see [Backup and restore](#backup-and-restore))",
  },
  RATE_LIMIT_LOOPBACK: {
    fallback: '0',
    about:
      '`1` applies rate limits to calls from this machine too; always so in production and with `PUBLIC_URL` or `TRUST_PROXY`',
  },
  LOG_LEVEL: {
    about:
      'minimum level to log: `error`, `warn`, `info` or `debug`; `info` in production, `debug` with `--verbose`, else `warn`',
  },
  NODE_ENV: {
    about:
      '`production` (in upper or lower case): no admin key is generated, commands ask before changes (`--protected`), and the log is JSON only. Other values than this, `development` and `test` are refused',
  },
} as const satisfies Readonly<Record<string, Variable>>

type VariableName = keyof typeof VARIABLES

/** A value and where it came from: `--port`, `environment`, the name of the file, or `default`. */
export interface ConfigValue {
  readonly value: string | null
  readonly source: string
}

export type ServeConfig = Readonly<Record<VariableName, ConfigValue>>

export interface ServeFlags {
  readonly envFile?: string
  readonly memory?: boolean
  readonly [option: string]: unknown
}

/**
 * Reads the configuration of `serve`, by precedence: option, environment, env file, default. Empty variables are unset.
 * @throws {CliError} for a file that cannot be read or contains unknown variables, and for two storage locations or admin
 * keys.
 */
export function readServeConfig(flags: ServeFlags, env: NodeJS.ProcessEnv = process.env): ServeConfig {
  const file = flags.envFile === undefined ? {} : readEnvFile(flags.envFile)
  const entries = (Object.entries(VARIABLES) as [VariableName, Variable][]).map(
    ([name, { option, fallback }]): [VariableName, ConfigValue] => {
      const flag = option && flags[option]
      if (option && flag !== undefined)
        return [name, { value: flag === true ? '1' : String(flag), source: `--${kebab(option)}` }]
      if (env[name]) return [name, { value: env[name], source: 'environment' }]
      if (file[name]) return [name, { value: file[name], source: flags.envFile ?? '' }]
      return [name, { value: fallback ?? null, source: 'default' }]
    },
  )
  const config = Object.fromEntries(entries) as Record<VariableName, ConfigValue>
  return oneStore(KEYS.reduce(withKeyOfFile, config), flags.memory === true)
}

/** The option that gave the value of a variable, or the variable itself. Errors name it. */
export const placeOf = (config: ServeConfig, name: VariableName): string =>
  isFlag(config[name]) ? config[name].source : name

/** Each may be in a file of its own. */
const KEYS = ['ADMIN_KEY', 'MODERATOR_KEY', 'METRICS_KEY'] as const

/** Reads the file with a key, if there is one. An option takes precedence over a variable. */
function withKeyOfFile(
  config: Record<VariableName, ConfigValue>,
  name: (typeof KEYS)[number],
): Record<VariableName, ConfigValue> {
  const nameOfFile = `${name}_FILE` as const
  const { [name]: key, [nameOfFile]: file } = config
  if (file.value === null) return config
  if (key.value !== null && isFlag(file) === isFlag(key))
    throw new CliError(
      EXIT.usage,
      `${placeOf(config, name)} and ${placeOf(config, nameOfFile)} exclude each other: give one of them.`,
    )
  if (isFlag(key)) return { ...config, [nameOfFile]: { value: null, source: key.source } }
  return { ...config, [name]: { value: secretIn(file.value), source: placeOf(config, nameOfFile) } }
}

const isFlag = ({ source }: ConfigValue): boolean => source.startsWith('--')

/** Selects the storage location. An option takes precedence over a variable. */
function oneStore(config: Record<VariableName, ConfigValue>, isMemory: boolean): ServeConfig {
  const { DATA_DIR: data, DATABASE_URL: database } = config
  const flags = [isMemory && '--memory', isFlag(data) && '--data', isFlag(database) && '--store'].filter(
    (flag) => typeof flag === 'string',
  )
  if (flags.length > 1) throw new CliError(EXIT.usage, `${flags.join(' and ')} cannot be combined: use one.`)
  const none = (source: string): ConfigValue => ({ value: null, source })
  if (isMemory) return { ...config, DATA_DIR: none('--memory'), DATABASE_URL: none('--memory') }
  if (isFlag(data)) return { ...config, DATABASE_URL: none('--data') }
  if (database.value === null) return config
  if (!isFlag(database) && data.source !== 'default')
    throw new CliError(
      EXIT.usage,
      'DATA_DIR and DATABASE_URL cannot be combined: unset one, or choose with --data or --store.',
    )
  return { ...config, DATA_DIR: none(isFlag(database) ? '--store' : 'DATABASE_URL') }
}

function readEnvFile(path: string): Partial<Record<string, string>> {
  let bytes: Buffer
  try {
    // Node reads the file of an option with this name before the program starts, and a pipe is empty then.
    if (statSync(path).isFIFO())
      throw new CliError(
        EXIT.usage,
        `--env-file ${path} is a pipe, which can be read only once: write the variables to a file, or set them in the environment.`,
      )
    bytes = readFileSync(path)
  } catch (error) {
    if (isCliError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(EXIT.usage, `--env-file ${path} cannot be read: ${reason}.`)
  }
  const variables = variablesOf(bytes, path)
  const unknown = variables.filter(({ name }) => !Object.hasOwn(VARIABLES, name))
  if (unknown.length > 0)
    throw new CliError(
      EXIT.unreadable,
      `${path}:${unknown[0]?.line}:1: unknown variable ${unknown.map(({ name }) => name).join(', ')}: remove it or correct its name. serve reads ${Object.keys(VARIABLES).join(', ')}.`,
    )
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]))
}

const kebab = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const MASK = '********'

/** The rows of `--print-config`, without secrets: the variables, and which notifications are sent. */
export function printable(config: ServeConfig): { variable: string; value: string; source: string }[] {
  const variables = (Object.keys(VARIABLES) as VariableName[]).map((variable) => {
    const { value, source } = config[variable]
    const { secret }: Variable = VARIABLES[variable]
    return { variable, value: value === null ? '' : masked(value, secret), source }
  })
  const { web, native } = channelsOff(pushOptions(config))
  return [
    ...variables,
    { variable: 'notifications in browsers', value: onOrOff(web), source: '' },
    { variable: 'notifications in the apps', value: onOrOff(native), source: '' },
  ]
}

const onOrOff = (off: string | null): string => (off === null ? 'on' : `off: ${off}`)

/** The options of a server that decide about notifications. */
export const pushOptions = (config: ServeConfig) => ({
  ...(config.PUBLIC_URL.value !== null && { publicUrl: config.PUBLIC_URL.value }),
  ...(config.CONTACT.value !== null && { contact: config.CONTACT.value }),
  ...(config.FCM_CREDENTIALS.value !== null && { fcmCredentials: config.FCM_CREDENTIALS.value }),
})

function masked(value: string, secret: Variable['secret']): string {
  if (secret === undefined) return value
  if (secret === 'all' || !URL.canParse(value)) return MASK
  const url = new URL(value)
  // After the host, it is part of a password with an unencoded slash, question mark or hash sign.
  if (`${url.pathname}${url.search}${url.hash}`.includes('@')) return MASK
  if (url.password !== '') url.password = MASK
  if (url.searchParams.has('password')) url.searchParams.set('password', MASK)
  return url.href
}

/** The table of mock-server/OPERATIONS.md. */
export function variablesTable(): string {
  const rows = (Object.entries(VARIABLES) as [string, Variable][]).map(
    ([name, { option, fallback, about }]) =>
      `| \`${name}\` | ${option ? `\`--${kebab(option)}\`` : ''} | ${fallback ? `\`${fallback}\`` : ''} | ${about} |`,
  )
  return ['| variable | option | default | what it sets |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
