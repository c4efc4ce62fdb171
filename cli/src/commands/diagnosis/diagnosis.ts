import { accessSync, constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { controlStatus } from '@inkling/mock-server/contract/schemas/control'
import { folderHolder } from '@inkling/mock-server/machine'
import { ms } from '@inkling/scenarios/load/reports/figures'
import { counted } from '@inkling/scenarios/text/counted'
import manifest from '../../../../package.json' with { type: 'json' }
import { accessTo } from '../../calls/access.ts'
import { connect } from '../../calls/connect.ts'
import { expectInkling } from '../../calls/expect-inkling.ts'
import { readFigures, type ServerFigures } from '../../calls/server-figures.ts'
import { isCliError } from '../../cli-error.ts'
import { explain } from '../../explain.ts'
import type { Settings } from '../../settings/settings.ts'
import chromiumNames from './chromium-names.json' with { type: 'json' }
import { bad, type Finding, good, notice } from './finding.ts'
import { nativeModules } from './native-modules.ts'
import {
  isLoopback,
  maintenanceFinding,
  notificationsFinding,
  proxyFinding,
  saveFinding,
  storeFinding,
} from './operated-server.ts'

export interface DiagnosisOptions {
  /** The data folder of a server on this machine. */
  readonly data: string
  readonly port: number
}

/** A few thousand drawings, and a snapshot of a small world. */
const MIN_FREE_BYTES = 100e6

/** A server answers within 6 seconds, even if its store does not. */
const READY_MS = 8000

/** With a larger clock difference, turns do not end when players expect. */
const MAX_SKEW_MS = 5000

/** Checks the target, and if it is on this machine, the requirements of a server and the tests here. */
export async function diagnose(settings: Settings, { data, port }: DiagnosisOptions): Promise<Finding[]> {
  return [
    node,
    await nativeModules(),
    ...(isElsewhere(settings)
      ? []
      : [await dataFolder(data), await lock(data), await freePort(port), chromium()]),
    ...(await target(settings)),
  ]
}

/** Whether the target is on another machine. One whose URL is not known is not: target() says why. */
function isElsewhere(settings: Settings): boolean {
  try {
    return !isLoopback(new URL(settings.url.value).hostname)
  } catch {
    return false
  }
}

/** An older Node does not get here: bin/inkling.mjs refuses to start. */
const node = good('Node', `${process.versions.node} (${manifest.engines.node})`)

/** @param freeBytes the free space of the disk that a path is on. */
export async function dataFolder(data: string, freeBytes = freeBytesAt): Promise<Finding> {
  const about = 'data folder'
  const path = resolve(data)
  try {
    await access(path)
  } catch {
    return isAllowed(dirname(path), constants.W_OK)
      ? good(about, `${path} is created when a server starts`)
      : bad(about, `${dirname(path)} cannot be written: choose another one with --data`)
  }
  if (!isAllowed(path, constants.W_OK))
    return bad(about, `${path} cannot be written: change its owner, or choose another one with --data`)
  const { checkFolder } = await import('@inkling/mock-server/store-operations')
  try {
    await checkFolder(path)
  } catch (error) {
    return bad(about, (error as Error).message)
  }
  const free = await freeBytes(path)
  if (free >= MIN_FREE_BYTES) return good(about, path)
  const megabytes = Math.floor(free / 1e6)
  return bad(
    about,
    `${path} is on a disk with ${megabytes} MB of free space: free some, because writes fail on a full disk`,
  )
}

/** @param skewMs the target's clock minus that of this machine. */
export const skewText = (skewMs: number): string =>
  `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead of'} this machine`

async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/** @param mode such as `constants.W_OK`. */
function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

async function lock(data: string): Promise<Finding> {
  const about = 'lock'
  let holder: string | null
  try {
    holder = await folderHolder(resolve(data))
  } catch (error) {
    return bad(about, (error as Error).message)
  }
  return holder === null
    ? good(about, 'no server uses the data folder')
    : notice(about, `${holder} uses the data folder: stop it before you start another server there`)
}

function freePort(port: number): Promise<Finding> {
  const about = `port ${port}`
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const finding = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`
      answer(notice(about, `${finding}: choose another one with --port`))
    })
    server.listen(port, '127.0.0.1', () => {
      server.close(() => answer(good(about, 'is free')))
    })
  })
}

function chromium(): Finding {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = chromiumNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = [process.env.CHROMIUM_PATH ?? '', ...candidates].find(
    (path) => path !== '' && isAllowed(path, constants.X_OK),
  )
  return found === undefined
    ? notice('Chromium', 'is not installed: only `npm test` needs it, and installs it')
    : good('Chromium', found)
}

/** Describes a target whose controls are missing or refuse this key. */
async function withoutControls(settings: Settings, reason: unknown): Promise<Finding> {
  const about = 'target'
  try {
    if (!(reason instanceof ApiError) || reason.status >= 500) throw reason
    await expectInkling(settings)
  } catch (error) {
    const { sentence } = explain(error)
    // Without a chosen target, no server needs to run on this machine yet.
    const judged = settings.target.source === 'default' && isConnectionRefused(error) ? notice : bad
    return judged(about, (sentence ?? '').split('\n', 1)[0] ?? '')
  }
  const { url, adminKey } = settings
  if (reason.status === 404)
    return good(
      about,
      `an Inkling server at ${url.value}, without the controls of a reference server: the documented API works; clock, faults and world do not`,
    )
  const isMissing = adminKey.value === undefined
  const key = isMissing ? 'and no key is given' : `and refuse the key from ${adminKey.source}`
  return (isMissing ? notice : bad)(
    about,
    `a reference server at ${url.value}; its controls need the admin key, ${key}: give it with --admin-key-file, --admin-key or INKLING_ADMIN_KEY`,
  )
}

/** fetch gives the error of the connection as the cause of its own. */
const isConnectionRefused = (error: unknown): boolean =>
  isCliError(error) &&
  error.cause instanceof Error &&
  (error.cause.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'

/**
 * Describes a target that says that it cannot serve.
 * @returns what a proxy in front of any other says of itself; null for nothing
 */
async function readiness(settings: Settings): Promise<{ problem: Finding | null; proxy: string | null }> {
  const { url, timeoutMs } = settings
  const { fetch } = accessTo({
    ...settings,
    timeoutMs: { ...timeoutMs, value: Math.min(timeoutMs.value, READY_MS) },
  })
  const response = await fetch(`${url.value}/readyz`)
  const { headers } = response
  if (response.status < 500) return { problem: null, proxy: headers.get('via') ?? headers.get('server') }
  const body = (await response.json().catch(() => null)) as { error?: { message?: unknown } } | null
  const message = body?.error?.message
  const problem =
    message === undefined
      ? `${url.value} answers /readyz with status ${response.status}.`
      : `the server at ${url.value} is up, but not ready: "${message}"`
  return { problem: bad('target', `${problem} Check its log, and its disk or database`), proxy: null }
}

async function target(settings: Settings): Promise<Finding[]> {
  let asked = 0
  let answer: unknown
  let proxy: string | null
  try {
    const ready = await readiness(settings)
    if (ready.problem) return [ready.problem]
    proxy = ready.proxy
    asked = Date.now()
    answer = await connect(settings).getControlStatus()
  } catch (error) {
    return [await withoutControls(settings, error)]
  }
  const took = Date.now() - asked
  const status = controlStatus.safeParse(answer)
  if (!status.success)
    return [bad('target', `${settings.url.value} is not an Inkling server. Choose another one with --target`)]
  const { product, version, now, clock, capacity, push } = status.data
  const found = await readFigures(settings)
  // Assume that the server read its clock halfway through the call.
  const skew = Math.round(Date.parse(now) - asked - took / 2)
  return [
    good('target', `${product} at ${settings.url.value}`),
    version === VERSION
      ? good('contract', `version ${version} on both sides`)
      : bad('contract', `version ${version} there and ${VERSION} here: update the older one`),
    clock !== 'system'
      ? notice('clock', `${clock}: \`inkling clock resume\` returns it to the real time`)
      : Math.abs(skew) <= MAX_SKEW_MS
        ? good('clock', skewText(skew))
        : bad('clock', `${skewText(skew)}: correct the clock that is wrong`),
    ...maintenanceFinding(status.data),
    storeFinding(status.data, found),
    saveFinding(status.data, Date.now()),
    ...proxyFinding(status.data, settings.url.value, proxy),
    ...(push ? [notificationsFinding(push)] : []),
    ...(capacity?.warning ? [notice('capacity', capacity.warning)] : []),
    ...(found?.isStoreUp ? [figures(found)] : []),
  ]
}

function figures({ calls, p99Ms, loopMs, retries, ...found }: ServerFigures): Finding {
  const { rolloverLagSeconds, isRollOverLate, outboxGames } = found
  const answered = p99Ms === null ? 'no call yet' : `99 % of ${counted(calls, 'call')} within ${ms(p99Ms)}`
  const facts = `${answered}, event loop delay ${ms(loopMs)}, ${counted(retries, 'transaction')} retried, ${counted(outboxGames, 'game')} to announce`
  const late = `, roll-over ${Math.round(rolloverLagSeconds / 60)} minutes late: check the log of the server`
  return isRollOverLate ? notice('metrics', facts + late) : good('metrics', facts)
}
