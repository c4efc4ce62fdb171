import type { Command } from '../shared/command.ts'
import { perform } from '../shared/perform.ts'

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('show what goes on on a server, and what waits for an admin (needs the admin key)')
    .examples('status', 'status --target staging -o json')
    .action(async (_, command: Command) => {
      const { readStatus } = await import('./status.ts')
      const { statusText } = await import('./status-text.ts')
      await perform(command, readStatus, statusText)
    })
}
