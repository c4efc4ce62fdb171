import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@inkling/mock-server/contract/client'
import { type Started, start } from '../src/binary.fixture.ts'

/* Kills the real server under load at random moments, and checks that every acknowledged write survives. */

const WRITERS = 12
/** The largest number of writes that a server acknowledges before it is killed. */
const MOST_WRITES = 150

export interface CrashReport {
  kills: number
  acknowledged: number
  /** Descriptions of the acknowledged writes that are missing after a restart. */
  lost: string[]
  /** From the start of the command to the first response, in milliseconds. */
  slowestRestart: number
}

/** A player who changes their name repeatedly, and signs in further devices. */
interface Writer {
  readonly deviceId: string
  token: string
  /** The number in the last acknowledged name. */
  acknowledged: number
  asked: number
  /** Devices whose sign-in was acknowledged. */
  readonly friends: string[]
}

/**
 * Starts the server, kills it under load and checks its data, `kills` times.
 * @param seed of the number of writes before each kill. The writes in flight at that moment depend on the machine.
 */
export async function crashRepeatedly(kills: number, seed: string): Promise<CrashReport> {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-crash-'))
  const report: CrashReport = { kills, acknowledged: 0, lost: [], slowestRestart: 0 }
  const writers: Writer[] = []
  try {
    for (let life = 0; life <= kills; life++) {
      const startedAt = performance.now()
      const server = start(['serve', '--port', '0', '--data', 'data'], { cwd })
      const url = (await Promise.race([server.firstLine, endedEarly(server)])).split(' ').at(-1) ?? ''
      if (life === 0)
        writers.push(...(await Promise.all(Array.from({ length: WRITERS }, (_, at) => arrive(url, at)))))
      else {
        await fetch(`${url}/healthz`)
        report.slowestRestart = Math.max(report.slowestRestart, performance.now() - startedAt)
        report.lost.push(...(await missing(url, writers)))
      }
      if (life === kills) {
        server.process.kill('SIGTERM')
      } else {
        let left = writesBeforeKill(`${seed}/${life}`)
        const onAcknowledged = () => {
          if (--left === 0) server.process.kill('SIGKILL')
        }
        await Promise.all(writers.map((writer) => writeUntilItDies(url, writer, onAcknowledged)))
      }
      await server.ended
    }
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
  report.acknowledged = writers.reduce(
    (sum, { acknowledged, friends }) => sum + acknowledged + friends.length,
    0,
  )
  return report
}

/** From 1 to {@link MOST_WRITES}. */
const writesBeforeKill = (seed: string): number =>
  1 + (createHash('sha256').update(seed).digest().readUInt32BE() % MOST_WRITES)

async function endedEarly({ ended }: Started): Promise<never> {
  const { code, stderr } = await ended
  throw new Error(`The server did not restart (exit code ${code}): ${stderr}`)
}

const clientOf = (url: string, token: string | null): Client =>
  createClient({ baseUrl: url, fetch, token: () => token })

async function arrive(url: string, at: number): Promise<Writer> {
  const deviceId = `device_crash_writer_${at}`
  const { token } = await clientOf(url, null).signInDevice({ body: { deviceId } })
  return { deviceId, token, acknowledged: 0, asked: 0, friends: [] }
}

async function writeUntilItDies(url: string, writer: Writer, onAcknowledged: () => void): Promise<void> {
  const client = clientOf(url, writer.token)
  try {
    for (;;) {
      const number = ++writer.asked
      await client.updateProfile({ body: { username: `Writer${number}` } })
      writer.acknowledged = number
      onAcknowledged()
      if (number % 5 !== 0) continue
      const friend = `${writer.deviceId}_friend_${number}`
      await clientOf(url, null).signInDevice({ body: { deviceId: friend } })
      writer.friends.push(friend)
      onAcknowledged()
    }
  } catch (error) {
    // Killing the server breaks the connection, a TypeError of fetch. Any other error is a fault.
    if (!(error instanceof TypeError)) throw error
  }
}

/** The acknowledged writes that the server does not have. An unacknowledged write may be stored or not. */
async function missing(url: string, writers: readonly Writer[]): Promise<string[]> {
  const lost: string[] = []
  for (const writer of writers) {
    const { username } = await clientOf(url, writer.token).getProfile()
    const number = Number(username.replace(/^\D+/, ''))
    if (writer.acknowledged > 0 && !(number >= writer.acknowledged && number <= writer.asked)) {
      lost.push(`${writer.deviceId} was Writer${writer.acknowledged} and is ${username}`)
    }
    for (const deviceId of writer.friends.slice(-20)) {
      const { isNewUser } = await clientOf(url, null).signInDevice({ body: { deviceId } })
      if (isNewUser) lost.push(deviceId)
    }
  }
  return lost
}
