import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { readError } from '@inkling/mock-server/contract/client/client'
import type { WorldRestored } from '@inkling/mock-server/contract/schemas/control'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { accessTo } from '../../calls/access.ts'
import { controls, notAnInklingServer } from '../../calls/connect.ts'
import type { Transfer } from '../../calls/send.ts'
import { CliError, EXIT, reasonOf } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

/* Worlds as they are sent: in lines, of any length, so that neither side holds one in memory. */

/**
 * All data of a target in lines, in pieces of text.
 * @throws {ApiError} if the server refuses it
 * @throws {CliError} if it ends early.
 */
export async function* exportedWorld(settings: Settings): AsyncGenerator<string> {
  await controls(settings)
  const { body } = await call(settings, 'GET')
  const decoder = new TextDecoder()
  let latest = ''
  try {
    for await (const piece of body ?? []) {
      const text = decoder.decode(piece, { stream: true })
      latest = (latest + text).slice(-END_LENGTH)
      yield text
    }
  } catch (error) {
    throw endedEarly(settings, reasonOf(error), error)
  }
  if (/^\{"end":.*\}$/m.test(latest)) return
  if (!latest.trimStart().startsWith('{')) throw notAnInklingServer(settings)
  throw endedEarly(settings, 'its last line is missing')
}

/** More than the last line has. */
const END_LENGTH = 200

const endedEarly = ({ url }: Settings, why: string, cause?: unknown): CliError =>
  new CliError(
    EXIT.runtime,
    `the world of ${url.value} ended early, so it is not saved: ${why}. Check that server, and try again.`,
    { cause },
  )

/** Replaces all data of a target by the world in a file, which the server checks. */
export async function sendWorld(settings: Settings, file: string): Promise<WorldRestored> {
  await controls(settings)
  if (settings.dryRun) await call(settings, 'PUT', `@${file}`)
  const response = await call(settings, 'PUT', Readable.toWeb(createReadStream(file)) as BodyInit)
  return (await response.json()) as WorldRestored
}

async function call(settings: Settings, method: 'GET' | 'PUT', body?: BodyInit): Promise<Response> {
  const { baseUrl, fetch, adminKey } = accessTo(settings)
  const key = typeof adminKey === 'function' ? adminKey() : adminKey
  const init: Transfer & { duplex?: 'half' } = {
    method,
    headers: {
      ...(key !== undefined && { [HEADER.adminKey]: key }),
      ...(body !== undefined && { 'content-type': 'application/x-ndjson' }),
    },
    isTransfer: true,
    ...(body !== undefined && { body, duplex: 'half' }),
  }
  const response = await fetch(baseUrl + endpoints.exportWorld.path, init)
  if (!response.ok) throw await readError(response)
  return response
}
