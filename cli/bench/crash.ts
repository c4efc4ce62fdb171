import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@inkling/mock-server/contract/client'
import { Chance } from '@inkling/scenarios/bots/chance'
import { type Started, start } from '../src/binary.fixture.ts'

/* Kills the real server under load, at moments that chance chooses, and looks for what it had acknowledged. */

const WRITERS = 12
/** How many writes a server acknowledges before it is killed, at least and at most. */
const LIFE = { least: 1, most: 150 }

export interface CrashReport {
  kills: number
  acknowledged: number
  /** What was acknowledged and is not there any more: none, one hopes. */
  lost: string[]
  /** From the command to the first answer, in milliseconds, after a kill. */
  slowestRestart: number
}

/** Somebody who renames themself again and again, and makes friends sign in. */
interface Writer {
  readonly deviceId: string
  token: string
  /** The highest number that was acknowledged as part of the name. */
  acknowledged: number
  asked: number
  /** Devices whose sign-in was acknowledged. */
  readonly friends: string[]
}

/**
 * @param seed of how many writes are acknowledged before each kill; what else is on its way then is up to the machine.
 */
export async function crashAgainAndAgain(kills: number, seed: string): Promise<CrashReport> {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-crash-'))
  const chance = new Chance(seed)
  const report: CrashReport = { kills, acknowledged: 0, lost: [], slowestRestart: 0 }
  const writers: Writer[] = []
  try {
    for (let life = 0; life <= kills; life++) {
      const begun = performance.now()
      const server = start(['serve', '--port', '0', '--data', 'data'], { cwd })
      const url = (await Promise.race([server.firstLine, endedEarly(server)])).split(' ').at(-1) ?? ''
      if (life === 0)
        writers.push(...(await Promise.all(Array.from({ length: WRITERS }, (_, at) => arrive(url, at)))))
      else {
        await fetch(`${url}/healthz`)
        report.slowestRestart = Math.max(report.slowestRestart, performance.now() - begun)
        report.lost.push(...(await missing(url, writers)))
      }
      if (life === kills) {
        server.process.kill('SIGTERM')
      } else {
        let left = chance.between(LIFE.least, LIFE.most)
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

async function endedEarly({ ended }: Started): Promise<never> {
  const { code, stderr } = await ended
  throw new Error(`The server did not come up again (${code}): ${stderr}`)
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
    // The connection breaks when the server is killed; anything that it says is a fault.
    if (!(error instanceof TypeError)) throw error
  }
}

/** What the server has forgotten. A write that was never acknowledged may be there or not. */
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
