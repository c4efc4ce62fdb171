import { Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import type { BotGame, BotLine, BotRun } from '../../console/state/bot-progress.ts'
import type { WatchedGame } from '../../console/watch/watched-games.ts'
import { fitted, windowed } from '../../output/text.ts'
import { Panel, type PanelSize } from './panel.tsx'

interface BotsPanelProps extends PanelSize {
  readonly run: BotRun
  readonly games: readonly WatchedGame[]
}

/** The progress of running bots: a line for each bot of the current game, and one for the game. */
export function BotsPanel({ run, games, width, height }: BotsPanelProps) {
  const game = run.games.at(-1)
  const room = width - FRAME.columns
  if (!game) {
    return (
      <Panel title="Bots" note="l: all" {...{ width, height }}>
        <Text dimColor>{fitted('Signing in and forming a group', room)}</Text>
      </Panel>
    )
  }
  const played = game.bots.filter(({ did }) => did !== null).length
  const watched = games.find(({ id }) => id === game.gameId)
  const shown = windowed(game.bots, played, height - FRAME.lines - 1)
  const name = Math.min(18, Math.max(...game.bots.map((bot) => bot.name.length)))
  return (
    <Panel title={`Bots · ${game.name}`} note={`game ${run.games.length} · l: all`} {...{ width, height }}>
      <Text wrap="truncate">
        <Text color="green">{'━'.repeat(share(played, game, room - 12))}</Text>
        <Text dimColor>{'─'.repeat(room - 12 - share(played, game, room - 12))}</Text>
        {` ${played} of ${game.bots.length}`}
      </Text>
      {shown.items.map((bot) => (
        <BotText key={bot.userId} bot={bot} status={statusOf(bot, watched)} name={name} width={room} />
      ))}
    </Panel>
  )
}

const share = (played: number, { bots }: BotGame, columns: number): number =>
  Math.round((played / Math.max(1, bots.length)) * columns)

type Status = 'waits' | 'plays' | 'played' | 'refused'

const MARKS = {
  waits: { mark: '○', color: 'gray' },
  plays: { mark: '◐', color: 'yellow' },
  played: { mark: '●', color: 'green' },
  refused: { mark: '✕', color: 'red' },
} as const

function statusOf({ userId, did, isRefused }: BotLine, watched: WatchedGame | undefined): Status {
  if (did !== null) return isRefused ? 'refused' : 'played'
  const player = watched?.players.find((each) => each.userId === userId)
  return player?.status === 'playing' ? 'plays' : 'waits'
}

interface BotTextProps {
  readonly bot: BotLine
  readonly status: Status
  readonly name: number
  readonly width: number
}

function BotText({ bot, status, name, width }: BotTextProps) {
  const { mark, color } = MARKS[status]
  const said = bot.did ?? (status === 'plays' ? 'plays' : 'waits')
  return (
    <Text wrap="truncate">
      <Text color={color}>{`${mark} `}</Text>
      {fitted(bot.name, name)}
      <Text dimColor>{`  ${fitted(bot.persona, 8)}`}</Text>
      {`  ${fitted(said, width - name - 14)}`}
    </Text>
  )
}
