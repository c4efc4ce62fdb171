import { Box, Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import { selectedGame } from '../../console/state/shown-games.ts'
import { type ConsoleState, selectedStep } from '../../console/state/state.ts'
import { timeOf } from '../../console/watch/event-text.ts'
import type { WatchedGame, WatchedStep, WatchedTurn } from '../../console/watch/watched-games.ts'
import { scoreColor } from '../../output/style.ts'
import { fitted, windowed } from '../../output/text.ts'
import { Drawings, DrawingsInRow, sideInRow } from '../drawings.tsx'
import { Panel, type PanelSize } from './panel.tsx'

interface ChainPanelProps extends PanelSize {
  readonly state: ConsoleState
  readonly colors: number
}

/** In wider lines, names are too far from their times. */
const MAX_STEPS_WIDTH = 60
const LIST = { min: 17, max: 34 }

/** The chain of the selected game: who drew and guessed what, next to the drawings. */
export function ChainPanel({ state, colors, width, height }: ChainPanelProps) {
  const game = selectedGame(state)
  if (!game) return <Panel title="Chain" {...{ width, height }} />
  const room = { width: width - FRAME.columns, height: height - FRAME.lines }
  const list = Math.max(LIST.min, Math.min(LIST.max, Math.round(room.width * 0.34)))
  const at = selectedStep(game, state.chosenStep)
  const zone = state.status?.timeZone ?? 'UTC'
  const title = [game.name, game.word].filter(Boolean).join(' · ')
  const drawn = { steps: game.steps, at, pictures: state.pictures, colors }
  const side = state.mode.name === 'chain' ? sideInRow(game.steps, room.width, room.height) : null
  if (side !== null) {
    const below = room.height - Math.ceil(side / 2) - 3
    return (
      <Panel title={title} note={note(game, at)} {...{ width, height }}>
        <DrawingsInRow {...drawn} side={side} />
        {below > 2 && (
          <Box flexDirection="column" marginTop={1}>
            <Steps
              game={game}
              at={at}
              zone={zone}
              width={Math.min(MAX_STEPS_WIDTH, room.width)}
              height={below}
            />
          </Box>
        )}
      </Panel>
    )
  }
  return (
    <Panel title={title} note={note(game, at)} {...{ width, height }}>
      <Box>
        <Box flexDirection="column" width={list} marginRight={1}>
          <Steps game={game} at={at} zone={zone} width={list} height={room.height} />
        </Box>
        <Drawings {...drawn} width={room.width - list - 1} height={room.height} />
      </Box>
    </Panel>
  )
}

const note = ({ status, steps }: WatchedGame, at: number): string =>
  steps.length > 0 ? `${at + 1}/${steps.length} · ${status}` : status

interface StepsProps extends PanelSize {
  readonly game: WatchedGame
  readonly at: number
  /** The time zone of the game's days. */
  readonly zone: string
}

export function Steps({ game, at, zone, width, height }: StepsProps) {
  const ends = endsOf(game, zone, width)
  const isRoomy = game.steps.length * 2 + ends.length <= height
  const shown = windowed(game.steps, at, isRoomy ? game.steps.length : Math.max(1, height - ends.length))
  return (
    <>
      {shown.items.map((step, index) => {
        const number = shown.from + index
        const parts = { step, number: number + 1, isChosen: number === at, width }
        return isRoomy ? <TwoLines key={number} {...parts} /> : <OneLine key={number} {...parts} />
      })}
      {ends.map(({ text, color }) => (
        <Text key={text} wrap="truncate" color={color}>
          {fitted(text, width)}
        </Text>
      ))}
    </>
  )
}

interface StepProps {
  readonly step: WatchedStep
  readonly number: number
  readonly isChosen: boolean
  readonly width: number
}

function TwoLines({ step, number, isChosen, width }: StepProps) {
  const { name, type, said, timeSpent } = step
  const time = `${Math.round(timeSpent)} s`
  const room = width - 4 - (type === 'guess' ? 5 : 0)
  return (
    <>
      <Text wrap="truncate">
        <Text color="cyan">{isChosen ? '▸' : ' '}</Text>
        <Text dimColor>{`${number} `}</Text>
        <Text bold {...(isChosen && { color: 'cyan' })}>
          {fitted(name, width - 4 - time.length)}
        </Text>
        <Text dimColor> {time}</Text>
      </Text>
      <Text wrap="truncate">
        {'   '}
        <Text dimColor={type === 'drawing'}>
          {fitted(type === 'drawing' ? `drew ${said}` : `“${said}”`, room)}{' '}
        </Text>
        <Score step={step} />
      </Text>
    </>
  )
}

function OneLine({ step, number, isChosen, width }: StepProps) {
  const { name, type, said } = step
  const room = width - 3 - (type === 'guess' ? 5 : 0)
  return (
    <Text wrap="truncate">
      <Text color="cyan">{isChosen ? '▸' : ' '}</Text>
      <Text dimColor>{`${number} `}</Text>
      <Text bold={isChosen}>
        {fitted(type === 'drawing' ? `${name} drew ${said}` : `${name} “${said}”`, room)}{' '}
      </Text>
      <Score step={step} />
    </Text>
  )
}

function Score({ step: { score } }: { step: WatchedStep }) {
  return score === null ? null : <Text color={scoreColor(score)}>{`${score}%`.padStart(4)}</Text>
}

/** Who has the turn, with its start and end; a long name is shortened, the times are not. */
function turnText({ name, type, since, until }: WatchedTurn, zone: string, width: number): string {
  if (since === null || until === null) return ` ◐ ${name} ${type === 'drawing' ? 'draws' : 'guesses'}`
  const times = [`${timeOf(since, zone, false)}–`, timeOf(until, zone, false)]
  const roomBeside = (text: string) => width - text.length - 4
  const shown = roomBeside(times.join('')) < MIN_NAME ? `–${times[1]}` : times.join('')
  return ` ◐ ${fitted(name, roomBeside(shown)).trimEnd()} ${shown}`
}
const MIN_NAME = 6

/** The lines below the steps: who has the turn and who waits, or the result. */
function endsOf(
  { status, turn, players, steps, word }: WatchedGame,
  zone: string,
  width: number,
): { text: string; color: string }[] {
  if (status === 'completed') {
    const last = steps.findLast(({ type }) => type === 'guess')
    if (word === null) return []
    return [{ text: last ? `${word} → ${last.said}` : `${word} was never guessed`, color: 'green' }]
  }
  const waiting = players.filter((player) => player.status === 'pending').length
  return [
    ...(turn ? [{ text: turnText(turn, zone, width), color: 'yellow' }] : []),
    ...(waiting > 0 ? [{ text: ` ○ ${waiting} to play`, color: 'gray' }] : []),
  ]
}
