import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import { announceServer } from '@inkling/mock-server/machine'
import { isOutOfReach } from '@inkling/scenarios/bots/out-of-reach'
import type { LeftOut } from '@inkling/scenarios/record/left-out'
import { startProxy } from '@inkling/scenarios/record/proxy'
import { Recorder } from '@inkling/scenarios/record/recorder'
import {
  assetFolder,
  existingFile,
  prepareFolder,
  saveRecording,
  worldDraft,
} from '@inkling/scenarios/record/save'
import { StartingWorld } from '@inkling/scenarios/record/starting-world'
import { counted } from '@inkling/scenarios/text/counted'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { CliError, EXIT, fileProblem } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import { SCENARIO_SCHEMA } from '../../places.ts'
import { IN_PROCESS, type Settings } from '../../settings/settings.ts'
import { tlsOf } from '../../settings/tls-files.ts'
import { exportedWorld } from '../worlds/world-stream.ts'

export interface RecordingOptions {
  readonly port: number
  readonly name?: string
  readonly replace?: boolean
  /** False if the recording does not keep the world that it starts with. */
  readonly world?: boolean
  /** Files of the certificate and private key with which the proxy serves HTTPS. */
  readonly tlsCert?: string
  readonly tlsKey?: string
}

export interface RecordingProgress {
  listening(url: string): void
  call(line: string): void
}

export interface Recorded {
  readonly file: string
  readonly steps: number
  readonly bots: number
  readonly drawings: number
  /** The file with the world that a replay starts with; null if there is none. */
  readonly world: string | null
  /** The calls that are not in the file. */
  readonly leftOut: readonly LeftOut[]
}

/** Records client traffic through a proxy until stopped, and writes it as a scenario. */
export async function recordScenario(
  settings: Settings,
  file: string,
  options: RecordingOptions,
  progress: RecordingProgress,
): Promise<Recorded> {
  refuseDryRun(settings)
  if (!/\.ya?ml$/.test(file)) {
    throw new CliError(EXIT.usage, `'${file}' is not a scenario file: give it a name that ends in .yaml.`)
  }
  if (settings.url.value === IN_PROCESS) {
    throw new CliError(
      EXIT.usage,
      'a recording needs a server that clients can reach: start one with `inkling serve`.',
    )
  }
  const existing = options.replace ? null : await existingFile(file)
  if (existing !== null) {
    throw new CliError(
      EXIT.usage,
      `${existing} already exists. Choose another file, or overwrite it with --replace.`,
    )
  }
  await prepareFolder(file).catch((error: unknown) => {
    throw fileProblem(
      `${resolve(dirname(file))} cannot be written`,
      error,
      'choose another folder for the recording',
    )
  })
  const tls = tlsOf(options.tlsCert, options.tlsKey)
  const access = accessTo(settings)
  const { startedAt, givesWorld } = await stateOf(access)
  const world =
    options.world !== false && givesWorld
      ? await StartingWorld.read(exportedWorld(settings), worldDraft(file), startedAt)
      : null
  try {
    const recorder = new Recorder({ folder: assetFolder(file), startedAt, address: access.baseUrl, world })
    const proxy = { access, recorder, port: options.port, tls, onCall: progress.call }
    return await record(settings, file, options, proxy, progress)
  } finally {
    await world?.close()
  }
}

async function record(
  settings: Settings,
  file: string,
  { name = 'a recording', port }: RecordingOptions,
  through: Parameters<typeof startProxy>[0],
  progress: RecordingProgress,
): Promise<Recorded> {
  const { recorder } = through
  const proxy = await startProxy(through).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CliError(EXIT.usage, `port ${port} is in use: choose another one with --port.`)
  })
  const { value: adminKey } = settings.adminKey
  // Lets commands on this machine find the admin key for the proxy's port.
  const withdraw =
    adminKey === undefined ? () => {} : await announceServer(Number(new URL(proxy.url).port), adminKey)
  const interrupt = interruption()
  try {
    progress.listening(proxy.url)
    await once(interrupt.signal, 'abort')
    withdraw()
    await proxy.close()
    const recording = recorder.finish(name)
    const { leftOut } = recording
    const { steps, bots = {}, config } = recording.scenario
    if (steps.length === 0) {
      const reasons = leftOut.map(
        ({ call, reason, count }) => `\n  ${counted(count, 'call')} ${call}: ${reason}`,
      )
      throw new CliError(
        EXIT.runtime,
        `no player's call was recorded, so ${file} is not written.${reasons.join('')}`,
      )
    }
    const assets = new Map([...recording.assets, ...(await recorder.worldAsset())])
    await saveRecording(file, { ...recording, assets }, SCENARIO_SCHEMA)
    const world = config?.world === undefined ? null : join(dirname(file), config.world)
    const drawings = recording.assets.size
    return { file, steps: steps.length, bots: Object.keys(bots).length, drawings, world, leftOut }
  } finally {
    interrupt.release()
  }
}

/** The server's time in milliseconds since 1970, or this machine's if it is not known, and whether it gives away its world. */
async function stateOf(access: ServerAccess): Promise<{ startedAt: number; givesWorld: boolean }> {
  try {
    const { now } = await clientOf(access).getControlStatus()
    return { startedAt: Date.parse(now), givesWorld: true }
  } catch (error) {
    if (isOutOfReach(error) || error instanceof SyntaxError)
      return { startedAt: Date.now(), givesWorld: false }
    throw error
  }
}
