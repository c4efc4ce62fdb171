import { counted } from '@inkling/scenarios/text/counted'
import { Option } from 'commander'
import { CliError, EXIT } from '../../cli-error.ts'
import { minuteIn } from '../../output/game-time.ts'
import type { Command } from '../shared/command.ts'
import { type DeviceOptions, deviceOf } from '../shared/device.ts'
import { addList, byIdOrDevice, lengthOf } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { perform } from '../shared/perform.ts'
import type { GameToComplete, RunningTurn } from './games.ts'

export function addGame(program: Command): void {
  const game = program.command('game').description('show, find, create, complete and unblock games')
  game
    .command('show')
    .argument('<game>', 'the id of the game')
    .description('show the chain of a completed game; on a reference server, of an open one too')
    .option('--draw', 'show the drawings')
    .examples('game show GAME_ID --draw', 'game show GAME_ID -o json')
    .printsInZone(
      async ({ client }, id: string, { draw }) =>
        (await import('./games.ts')).showGame(client, id, draw === true),
      async (shown, page, _, { draw }) =>
        (await import('./game-text.ts')).gameText(shown, page, draw === true),
    )
  game
    .command('today')
    .argument('[user]', 'the id of the player, with the admin key')
    .description("show today's game as a player sees it")
    .device()
    .examples('game today USER_ID', 'game today --device DEVICE_ID')
    .prints(
      (calls, given: string | undefined, options) =>
        byIdOrDevice(given, options, {
          ofId: async (id) => (await import('./games.ts')).todayOfUser(calls.client, id),
          ofDevice: async (device) => (await calls.playerOf(device)).getToday(),
        }),
      async (today, page) => (await import('./game-text.ts')).todayText(today, page),
    )
  game
    .command('free')
    .argument('<game>', 'the id of the game')
    .description('take the running turn back, so that its player or another may start (needs the admin key)')
    .examples('game free GAME_ID')
    .prints(
      async ({ settings }, id: string) => (await import('./games.ts')).endTurn(settings, id, 'free'),
      ({ player }, _, id: string) => `the turn of ${player} in game ${id} is free`,
    )
  game
    .command('skip')
    .argument('<game>', 'the id of the game')
    .option('--user <id>', 'a player whose turn has not begun')
    .description('skip the player whose turn is running (needs the admin key)')
    .examples('game skip GAME_ID', 'game skip GAME_ID --user USER_ID')
    .prints(
      async ({ settings }, id: string, { user }) =>
        (await import('./games.ts')).endTurn(settings, id, 'skip', user),
      ({ completedAt, player }, _, id: string) =>
        `${player} is skipped in game ${id}${completedAt === null ? '' : ', which is completed'}`,
    )
  addList(game, {
    description: "list a day's games, or find them by status, group or player (needs the admin key)",
    options: [
      new Option('--day <date>', 'the game day (default: today)'),
      new Option('--status <status>').choices(['open', 'completed', 'over', 'playing', 'overdue']),
      new Option('--playing', 'whose turn is running; the same as --status playing'),
      new Option('--overdue', 'whose turn should have ended; the same as --status overdue'),
      new Option('--group <id>', 'of this group'),
      new Option('--user <id>', 'of this player'),
    ],
    examples: [
      'game list --playing',
      'game list --status open',
      'game list --day 2026-03-07 --group GROUP_ID',
      'game list --csv',
    ],
    columns: {
      day: ({ day }) => day,
      status: ({ completedAt }) => (completedAt === null ? 'open' : 'completed'),
      word: ({ word }) => word,
      group: ({ groupId, groupName }) => (groupId === null ? 'public' : groupName),
      playing: ({ playing }) => turnOf(playing)?.username,
      since: ({ playing }, zone) => timeIn(turnOf(playing)?.since, zone),
      until: ({ playing }, zone) => timeIn(turnOf(playing)?.until, zone),
      players: ({ players }) => lengthOf(players),
      steps: ({ entries }) => lengthOf(entries),
      'game id': ({ id }) => id,
      'group id': ({ groupId }) => groupId,
    },
    noun: 'game',
    load: async () => (await import('./games.ts')).listGames,
  })
  game
    .command('mock')
    .description('create a completed game on an earlier day for a player')
    .argument('<user>', 'the id of the player')
    .option('--days-ago <number>', 'number of days ago', wholeNumber(0, 3650), 1)
    .examples('game mock USER_ID', 'game mock USER_ID --days-ago 7')
    .prints(
      ({ client }, userId: string, { daysAgo }) => client.createMockGame({ body: { userId, daysAgo } }),
      ({ gameId, date }) => `game ${gameId} of ${date}`,
    )
  game
    .command('complete')
    .argument('[game]', 'the id of the game; needs the controls of a reference server')
    .description("let simulated players finish one of today's games, given by its id, --user or --device")
    .option('--user <id>', 'a player of the game; needs the controls of a reference server')
    .device('device id of a player of the game; works on every server')
    .examples('game complete GAME_ID', 'game complete --user USER_ID', 'game complete --device DEVICE_ID')
    .action(async (id: string | undefined, options: GivenGame, command: Command) => {
      const { completeGame } = await import('./games.ts')
      const which = await oneOf({ ...options, game: id })
      await perform(
        command,
        ({ settings }) => completeGame(settings, which),
        ({ gameId, turnsFilled }) => `game ${gameId} is completed: ${counted(turnsFilled, 'turn')} filled`,
        [],
      )
    })
}

const turnOf = (playing: unknown) => playing as RunningTurn | null

const timeIn = (instant: string | undefined, zone: string): string =>
  instant === undefined ? '' : minuteIn(instant, zone).slice(11)

interface GivenGame extends DeviceOptions {
  readonly user?: string
  readonly game?: string | undefined
}

async function oneOf({ user, game, ...options }: GivenGame): Promise<GameToComplete> {
  const isNamed = user !== undefined || game !== undefined
  // A player in the environment is the default only.
  const device = isNamed && !options.deviceFile ? options.device : await deviceOf(options)
  const given = [
    ...(user === undefined ? [] : [{ user }]),
    ...(game === undefined ? [] : [{ game }]),
    ...(device === undefined ? [] : [{ device }]),
  ]
  const [only] = given
  if (only && given.length === 1) return only
  throw new CliError(EXIT.usage, 'name one game to complete: by its id, or with --user or --device.')
}
