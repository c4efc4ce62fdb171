import { counted } from '@inkling/scenarios/text/counted'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

const MAX_PAGE = 500
/** The log is on this machine: no target keeps it waiting longer for its time zone. */
const MAX_ZONE_MS = 2000

interface AuditOptions {
  readonly since?: string
  readonly server?: true
  readonly changes?: boolean
  readonly limit?: number
  readonly after?: string
}

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('list the changes made to servers from this account, with time, user, target and outcome')
    .option(
      '--server',
      'list the calls of admins and moderators on the target, from wherever (needs the admin key)',
    )
    .option(
      '--limit <number>',
      'only the newest, at most this many (default with --server: 50)',
      wholeNumber(1, MAX_PAGE),
    )
    .option('--after <id>', 'with --server: continue after this one, the last of the page before')
    .option('--changes', 'with --server: without calls that only read')
    .option('--since <time>', 'only entries since this time: a duration such as 7d, or a date')
    .examples(
      'audit --since 7d',
      'audit --since 2026-03-07 -o json',
      'audit --server --limit 100',
      'audit --server --changes',
    )
    .action(async (options: AuditOptions, command: Command) => {
      if (options.server) return printAdminCalls(options, command)
      if (options.after !== undefined)
        throw new CliError(
          EXIT.usage,
          '--after is for the calls that the server lists: add --server or leave it out.',
        )
      const { settings, printer } = await begin(command)
      const { readAudit, sinceOf } = await import('./audit.ts')
      const { auditText } = await import('./audit-text.ts')
      const { gameZone } = await import('../../calls/target-facts.ts')
      const since = sinceOf(options.since)
      const zone = settings.output.value === 'text' ? await gameZone(settings, MAX_ZONE_MS) : 'UTC'
      const { entries, damaged } = await readAudit(since, options.limit)
      printer.print(entries, (listed, page) =>
        auditText(listed, { ...page, zone }, options.since === undefined ? null : since),
      )
      if (damaged > 0) printer.say(`Skipped ${counted(damaged, 'damaged line')} of the audit log.`)
    })
}

async function printAdminCalls(
  { since, limit = 50, changes = false, after }: AuditOptions,
  command: Command,
): Promise<void> {
  if (since !== undefined)
    throw new CliError(EXIT.usage, '--since is for the changes from this account: leave it or --server out.')
  const { settings, printer } = await begin(command, 'audit --server')
  const { listAdminCalls } = await import('../server/operator.ts')
  const { gameZone } = await import('../../calls/target-facts.ts')
  const { adminCallsText } = await import('../server/operator-text.ts')
  const listed = await listAdminCalls(settings, { limit, changes, before: after })
  const zone = await gameZone(settings)
  printer.print(listed, (shown, page) => adminCallsText(shown, { ...page, zone }))
  if (listed.next !== null) printer.say(`more: --after ${listed.next}`)
}
