import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import type { Page } from '../../output/printer.ts'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { perform } from '../shared/perform.ts'

const faultsText = async (faults: readonly Fault[], page: Page): Promise<string> =>
  (await import('./faults-text.ts')).faultsText(faults, page)

export function addFault(program: Command): void {
  const fault = program
    .command('fault')
    .description(
      'make calls to a reference server fail on purpose; of several processes, in the one that answers only',
    )
  fault
    .command('list')
    .description('list the active faults')
    .examples('fault list')
    .prints(async ({ controls }) => (await controls()).getFaults(), faultsText)
  fault
    .command('new')
    .argument('<path>', 'path of the calls; a trailing * matches any suffix')
    .description('make calls fail, wait or lose their connection')
    .option('--method <method>', 'only calls of this method')
    .option('--user <id>', "only this player's calls")
    .option('--nth <number>', 'only the nth matching call', wholeNumber(1, 1_000_000))
    .option('--times <number>', 'maximum number of calls to affect', wholeNumber(1, 1_000_000))
    .option('--probability <share>', 'share of calls to affect, 0 to 1')
    .option('--delay <duration>', 'delay the response')
    .option(
      '--status <number>',
      'the HTTP status of the response; by default that of the code, or 500',
      wholeNumber(200, 599),
    )
    .option('--code <code>', 'the error code in the response')
    .option('--message <text>', 'the error message in the response')
    .option('--raw-body <text>', 'the exact response body, as rawBody in a scenario')
    .option('--drop', 'close the connection before the call is processed')
    .option('--lose-response', 'process the call, and close the connection without a response')
    .examples(
      'fault new /api/game/submit-turn --nth 1 --status 500',
      "fault new '/api/game/*' --delay 3s --probability 0.2",
      'fault new /api/user/profile --drop --times 2',
    )
    .action(async (path: string, options, command: Command) => {
      const { addFault: newFault } = await import('./faults.ts')
      await perform(command, newFault(path, options), faultsText, [])
    })
  fault
    .command('remove')
    .description('remove all faults')
    .examples('fault remove')
    .prints(async ({ controls }) => (await controls()).clearFaults(), faultsText)
}
