import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import type { Engine } from '../engine/engine.ts'
import { type DoorOptions, type Doors, openDoors, type Site } from './compose/open-doors.ts'
import { type EngineOptions, type OpenEngine, openEngine } from './compose/open-engine.ts'
import { checkedPublicUrl, checkedTrustProxy } from './doors/http/deployment.ts'
import { announceNewKey, announceServer } from './platform/announced-servers.ts'
import { listenProblem } from './platform/listen-problem.ts'

export interface ServerOptions extends EngineOptions, DoorOptions {
  /** 0 selects a free port. */
  port: number
  host?: string
  /** Whether to store a generated key where programs of the same user find it (announced-servers.ts). */
  announce?: boolean
  /** Proxies trusted for the address, scheme and host of a caller (deployment.ts). Default: none. */
  trustProxy?: string
  /** Called when the server stops, after the last call, with a function that returns all data in lines. */
  onStop?: (exportWorld: () => AsyncIterable<string>) => Promise<void>
}

export interface RunningServer extends OpenEngine {
  /** Without a trailing slash. */
  readonly url: string
  /** Reports the server as not ready, and closes connections after a response or when idle. Requests are still answered. */
  drain(): void
  /** Finishes pending requests, then releases the port and the store. */
  close(): Promise<void>
}

/** Interval between two checks for a due roll-over. */
const DAY_CHECK_MS = 1000
/** Interval between two checks for due notifications. */
const MESSAGE_CHECK_MS = 2000

/**
 * Wires the reference server and listens.
 * @throws {StartupError} for a port in use, an unusable data folder or database, or invalid options.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? pino({ level: 'silent' })
  const site = {
    publicUrl: checkedPublicUrl(options.publicUrl),
    trustProxy: checkedTrustProxy(options.trustProxy),
  }
  const opened = await openEngine(options)
  const { engine, adminKey } = opened
  const doors = await listeningDoors(opened, site, options).catch(async (error) => {
    await opened.close()
    throw error
  })
  let rollOver = Promise.resolve()
  const dayCheck = setInterval(() => {
    rollOver = engine
      .rollOverIfDue()
      .catch((error) => log.error({ err: error }, 'the roll-over failed and is tried again'))
  }, DAY_CHECK_MS)
  const messageCheck = setInterval(() => {
    engine.sendDue().catch((error) => log.error({ err: error }, 'notifications could not be sent yet'))
  }, MESSAGE_CHECK_MS)
  const address = doors.server.address() as AddressInfo
  const isGenerated = adminKey !== null && !options.adminKey
  const withdraw = options.announce && isGenerated ? await announce(address.port, adminKey, log) : () => {}
  if (isGenerated) followKey(engine, address.port, adminKey, log)
  return {
    ...opened,
    url: urlOf(address, options.tls ? 'https' : 'http'),
    drain: doors.drain,
    async close() {
      clearInterval(dayCheck)
      clearInterval(messageCheck)
      engine.stopRollOver()
      withdraw()
      await doors.close()
      await Promise.all([rollOver, engine.stopSending()])
      try {
        await options.onStop?.(() => opened.exportWorld())
      } finally {
        await opened.close()
      }
    },
  }
}

async function listeningDoors(opened: OpenEngine, site: Site, options: ServerOptions): Promise<Doors> {
  const doors = openDoors(opened, site, options)
  try {
    await listen(doors.server, options.port, options.host ?? '127.0.0.1')
    return doors
  } catch (error) {
    await doors.close()
    throw error
  }
}

function urlOf({ address, family, port }: AddressInfo, scheme: 'http' | 'https'): string {
  // The name localhost may mean 127.0.0.1 only.
  if (['127.0.0.1', '0.0.0.0', '::'].includes(address)) return `${scheme}://localhost:${port}`
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** A failure is only logged: users can still pass the key themselves. */
async function announce(port: number, adminKey: string, log: Logger): Promise<() => void> {
  try {
    return await announceServer(port, adminKey)
  } catch (err) {
    log.warn(
      { err },
      'could not store the admin key for programs on this machine: set ADMIN_KEY, or pass the key in the data folder to those programs',
    )
    return () => {}
  }
}

/** Announces a new key instead of the old one. */
function followKey(engine: Engine, port: number, adminKey: string, log: Logger): void {
  let before = adminKey
  engine.onAdminKey = async (after) => {
    await announceNewKey(port, { before, after }).catch((err) =>
      log.warn({ err }, 'could not store the new admin key for programs on this machine'),
    )
    before = after
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenProblem(error, port, host)))
    server.listen(port, host, resolve)
  })
}
