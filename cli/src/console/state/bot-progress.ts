import type { BotReport } from '../../commands/bots/bots.ts'

export interface BotRun {
  /** The id of the log entry whose command runs the bots. */
  readonly entry: number
  readonly games: readonly BotGame[]
}

export interface BotGame {
  readonly name: string
  readonly gameId: string | null
  readonly bots: readonly BotLine[]
}

export interface BotLine {
  readonly userId: string
  readonly name: string
  readonly persona: string
  /** A description of what the bot did; null before it has played. */
  readonly did: string | null
  readonly isRefused: boolean
}

/** The run, updated by a report from the bots. */
export function botRunAfter(run: BotRun, report: BotReport): BotRun {
  if (report.type === 'group-formed') {
    const bots = report.players.map(
      ({ userId, username, persona }): BotLine => ({
        userId,
        name: username,
        persona,
        did: null,
        isRefused: false,
      }),
    )
    return { ...run, games: [...run.games, { name: report.name, gameId: null, bots }] }
  }
  const game = run.games.at(-1)
  if (!game) return run
  const others = run.games.slice(0, -1)
  if (report.type === 'game-begun') return { ...run, games: [...others, { ...game, gameId: report.gameId }] }
  const { player, did, isRefused } = report
  const bots = game.bots.map((bot) => (bot.name === player ? { ...bot, did, isRefused } : bot))
  return { ...run, games: [...others, { ...game, bots }] }
}
