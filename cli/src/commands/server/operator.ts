import { ADMIN_CALLS, ANNOUNCEMENT } from '@inkling/mock-server/contract/constants'
import type { AdminCalls, Announced } from '@inkling/mock-server/contract/schemas/operator'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'
import type { Settings } from '../../settings/settings.ts'

const HOUR_MS = 3_600_000

interface AnnounceOptions {
  /** A duration of whole hours. */
  readonly for?: string
  readonly push: boolean
}

/** @throws {CliError} for a duration that is not whole hours, or too long. */
export async function announce(
  settings: Settings,
  text: string,
  options: AnnounceOptions,
): Promise<Announced> {
  const hours = options.for === undefined ? undefined : durationOf(options.for) / HOUR_MS
  if (hours !== undefined && !(Number.isInteger(hours) && hours >= 1))
    throw new CliError(EXIT.usage, `--for '${options.for}' is not a number of whole hours: write 12h or 3d.`)
  if (hours !== undefined && hours > ANNOUNCEMENT.maxHours)
    throw new CliError(
      EXIT.usage,
      `--for ${options.for} is too long: write ${ANNOUNCEMENT.maxHours / 24}d or less.`,
    )
  const client = await controls(settings)
  return client.announce({ body: { text, hours, push: options.push } })
}

interface CallsPage {
  readonly limit: number
  readonly before?: string | undefined
  /** Whether calls that only read are left out. */
  readonly changes?: boolean
}

/** The newest calls first. With `changes`, as many pages are read as it takes. */
export async function listAdminCalls(
  settings: Settings,
  { changes = false, ...page }: CallsPage,
): Promise<AdminCalls> {
  const client = await controls(settings)
  if (!changes) return client.listAdminCalls({ query: page })
  const found: AdminCalls['calls'] = []
  for (let { before } = page; ; ) {
    const { calls, next } = await client.listAdminCalls({
      query: { limit: ADMIN_CALLS.pageMax, before },
    })
    found.push(...calls.filter(({ method }) => method !== 'GET'))
    if (found.length > page.limit) {
      const shown = found.slice(0, page.limit)
      return { calls: shown, next: shown.at(-1)?.id ?? null }
    }
    if (next === null) return { calls: found, next: null }
    before = next
  }
}
