import type { Command } from '../shared/command.ts'

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('show what goes on on a server, and what waits for an admin (needs the admin key)')
    .examples('status', 'status --target staging -o json')
    .prints(
      async (calls) => (await import('./status.ts')).readStatus(calls),
      async (status, page) => (await import('./status-text.ts')).statusText(status, page),
    )
}
