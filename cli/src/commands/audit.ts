import { counted } from '@inkling/scenarios/runner/reports/counted'
import type { Command } from 'commander'
import { examples } from './examples.ts'
import { begin } from './perform.ts'

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('list the changes made to servers from this account, with time, user, target and outcome')
    .option('--since <time>', 'only entries since this time: a duration such as 7d, or a date')
    .addHelpText('after', examples('audit --since 7d', 'audit --since 2026-03-07 -o json'))
    .action(async (options: { since?: string }, command: Command) => {
      const { printer } = await begin(command)
      const { readAudit, sinceOf } = await import('../operations/diagnosis/audit.ts')
      const { auditText } = await import('../output/text-audit.ts')
      const since = sinceOf(options.since)
      const { entries, damaged } = await readAudit(since)
      printer.print(entries, (listed, page) =>
        auditText(listed, page, options.since === undefined ? null : since),
      )
      if (damaged > 0) printer.say(`Skipped ${counted(damaged, 'damaged line')} of the audit log.`)
    })
}
