import { once } from 'node:events'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { type LoadPart, localPart } from '@inkling/scenarios/load/generator/part'
import { realTime } from '@inkling/scenarios/load/generator/time'
import { makeGallery } from '@inkling/scenarios/load/players/gallery'
import { httpWire } from '@inkling/scenarios/load/players/wire'
import { CliError, EXIT } from '../../cli-error.ts'
import type { PartNews, PartOrder } from './load-process.ts'

/**
 * Generates one part of a load, controlled by messages from the parent process, with which this one ends.
 * @throws {CliError} without a parent process.
 */
export async function generatePart(): Promise<void> {
  if (!process.send) throw new CliError(EXIT.usage, '`load part` is only started by `load run`: use that.')
  const send = (news: PartNews) => void process.send?.(news)
  // Ctrl-C reaches both processes. The parent decides when to stop.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
  // endWithParent unrefs the channel; here it must keep the process alive.
  process.channel?.ref()
  let part: LoadPart | undefined
  process.on('message', (message) => {
    const order = message as PartOrder
    const failed = (error: unknown) =>
      send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    if (order.type === 'prepare') {
      prepared(order, send)
        .then((made) => {
          part = made
        })
        .catch(failed)
    } else if (order.type === 'run') {
      part
        ?.run((slice, games) => send({ type: 'slice', slice, games }))
        .then((generated) => send({ type: 'generated', generated }))
        .catch(failed)
    } else if (order.type === 'stop') part?.stop(order.reason)
    else part?.clockMoved()
  })
  await once(process, 'disconnect')
}

async function prepared(
  { plan, url, at, of }: Extract<PartOrder, { type: 'prepare' }>,
  send: (news: PartNews) => void,
): Promise<LoadPart> {
  const gallery = makeGallery(loadSketchbook(), plan.seed, plan.players)
  const wire = httpWire(url, plan.connections, plan.timeoutMs)
  const part = localPart({ plan, place: { at, of }, wire, gallery, time: realTime() })
  const calls = await part.prepare((done, all) => send({ type: 'progress', done, of: all }))
  send({ type: 'prepared', calls })
  return part
}
