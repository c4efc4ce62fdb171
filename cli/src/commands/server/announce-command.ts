import { counted } from '@inkling/scenarios/text/counted'
import { minuteIn, zoneName } from '../../output/game-time.ts'
import type { Command } from '../shared/command.ts'
import { perform } from '../shared/perform.ts'

export function addAnnounce(program: Command): void {
  program
    .command('announce')
    .argument('<text>')
    .description('tell all players something: a line on Home, and a notification (needs the admin key)')
    .option('--for <duration>', 'how long it is shown, in hours or days (default: 1d)')
    .option('--no-push', 'send no notifications')
    .examples('announce "New words from Monday."', 'announce "Back at three." --for 3h --no-push')
    .action(async (text: string, options: { for?: string; push: boolean }, command: Command) => {
      const { announce } = await import('./operator.ts')
      const { readTargetFacts } = await import('../../calls/target-facts.ts')
      let isSilent = false
      await perform(
        command,
        async ({ settings }) => {
          const announced = await announce(settings, text, options)
          isSilent = announced.notified > 0 && (await readTargetFacts(settings)).isSilent
          return announced
        },
        ({ id, until, notified }, { zone }) =>
          `announcement ${id} is shown until ${minuteIn(until, zone)} (${zoneName(zone)}), and ${counted(notified, 'player')} ${notified === 1 ? 'gets' : 'get'} a notification${isSilent ? ' once notifications are on: see `inkling doctor`' : ''}`,
        [],
        true,
      )
    })
  const announcement = program.command('announcement').description('list and remove announcements')
  announcement
    .command('list')
    .description('list what all players are told')
    .examples('announcement list')
    .printsInZone(
      ({ client }) => client.getAnnouncements(),
      async (listed, page) => (await import('./operator-text.ts')).announcementsText(listed, page),
    )
  announcement
    .command('remove')
    .argument('<announcement>', 'its id')
    .description('remove an announcement, and its notifications that were not sent yet (needs the admin key)')
    .examples('announcement remove a1')
    .prints(
      async ({ controls }, id: string) => (await controls()).removeAnnouncement({ params: { id } }),
      (_, __, id: string) => `announcement ${id} is removed`,
    )
}
