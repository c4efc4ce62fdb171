import type { Command } from '../shared/command.ts'
import { performInZone } from '../shared/perform.ts'

export function addMaintenance(program: Command): void {
  const maintenance = program
    .command('maintenance')
    .description('let players read only while you work on the server (needs the admin key)')
  maintenance
    .command('on')
    .description('refuse all changes by players until `maintenance off`, also after a restart')
    .option('--message <text>', 'what players are told')
    .examples('maintenance on', 'maintenance on --message "Back at three."')
    .action(async ({ message }: { message?: string }, command: Command) => {
      const { maintenanceText } = await import('./operator-text.ts')
      await performInZone(
        command,
        async (settings, { controls }) => (await controls(settings)).startMaintenance({ body: { message } }),
        maintenanceText,
      )
    })
  maintenance
    .command('off')
    .description('let players play again')
    .examples('maintenance off')
    .action(async (_, command: Command) => {
      const { maintenanceText } = await import('./operator-text.ts')
      await performInZone(
        command,
        async (settings, { controls }) => (await controls(settings)).endMaintenance(),
        maintenanceText,
      )
    })
  maintenance
    .command('show')
    .description('show whether players can only read')
    .examples('maintenance show')
    .action(async (_, command: Command) => {
      const { maintenanceText } = await import('./operator-text.ts')
      await performInZone(
        command,
        async (settings, { controls }) => (await controls(settings)).getMaintenance(),
        maintenanceText,
      )
    })
}
