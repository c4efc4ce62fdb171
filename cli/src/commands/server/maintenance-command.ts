import type { MaintenanceState } from '@inkling/mock-server/contract/schemas/operator'
import type { PageInZone } from '../../output/printer.ts'
import type { Command } from '../shared/command.ts'

const maintenanceText = async (state: MaintenanceState, page: PageInZone): Promise<string> =>
  (await import('./operator-text.ts')).maintenanceText(state, page)

export function addMaintenance(program: Command): void {
  const maintenance = program
    .command('maintenance')
    .description('let players read only while you work on the server (needs the admin key)')
  maintenance
    .command('on')
    .description('refuse all changes by players until `maintenance off`, also after a restart')
    .option('--message <text>', 'what players are told')
    .examples('maintenance on', 'maintenance on --message "Back at three."')
    .printsInZone(
      async ({ controls }, { message }) => (await controls()).startMaintenance({ body: { message } }),
      maintenanceText,
    )
  maintenance
    .command('off')
    .description('let players play again')
    .examples('maintenance off')
    .printsInZone(async ({ controls }) => (await controls()).endMaintenance(), maintenanceText)
  maintenance
    .command('show')
    .description('show whether players can only read')
    .examples('maintenance show')
    .printsInZone(async ({ controls }) => (await controls()).getMaintenance(), maintenanceText)
}
