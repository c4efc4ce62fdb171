import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { StrokeReplay } from '@inkling/mock-server/picture/painting/stroke-replay'
import { Box, Text } from 'ink'
import { pointsOf, strokesOf } from '../console/input/replay.ts'
import { FRAME } from '../console/screen/layout.ts'
import { type ConsoleState, type Replay as Progress, selectedGame } from '../console/state/state.ts'
import type { WatchedGame, WatchedStep } from '../console/watch/watched.ts'
import { inlay } from '../output/inlay.ts'
import { scoreColor } from '../output/style.ts'
import { linesOf } from '../output/terminal-drawing.ts'
import { fitted, windowed } from '../output/text.ts'
import { Drawings } from './drawings.tsx'
import { Panel } from './panel.tsx'

interface ReplayProps {
  readonly state: ConsoleState
  readonly replay: Progress
  readonly colors: number
  readonly width: number
  readonly height: number
}

const LIST = 26
const MAX_SIDE = 88

/** A replayed chain: the current drawing next to the earlier steps. */
export function Replay({ state, replay, colors, width, height }: ReplayProps) {
  const game = selectedGame(state)
  const step = game?.steps[replay.step]
  if (!game || !step) return <Panel title="Replay" {...{ width, height }} />
  const room = { width: width - FRAME.columns, height: height - FRAME.lines }
  const strokes = strokesOf(state, step.picture)
  const side = Math.min(MAX_SIDE, room.width - LIST - 2, (room.height - 1) * 2)
  const isOver = replay.step + 1 === game.steps.length && replay.points >= pointsOf(strokes)
  return (
    <Panel
      title={`Replay · ${game.name}`}
      note={`${isOver ? 'the end · ' : ''}${replay.step + 1}/${game.steps.length}`}
      {...{ width, height }}
    >
      <Box columnGap={2}>
        <Box flexDirection="column" width={LIST}>
          <ReplayedSteps game={game} replay={replay} height={room.height} />
        </Box>
        <Box flexDirection="column" width={side}>
          {step.type === 'guess' ? (
            <Guess step={step} width={side} height={room.height - 1} />
          ) : strokes.length === 0 ? (
            <Drawings
              steps={[step]}
              at={0}
              before={replay.step}
              pictures={state.pictures}
              colors={colors}
              width={side}
              height={room.height}
            />
          ) : (
            <>
              <Text wrap="truncate">{painted(step.picture ?? '', strokes, replay.points, colors, side)}</Text>
              <Text dimColor>{fitted(progress(strokes, replay, isOver), side)}</Text>
            </>
          )}
        </Box>
      </Box>
    </Panel>
  )
}

/** The steps replayed so far. Later steps are not revealed. */
function ReplayedSteps({ game, replay, height }: { game: WatchedGame; replay: Progress; height: number }) {
  const played = game.steps.slice(0, replay.step + 1)
  const shown = windowed(played, replay.step, height - 1)
  return (
    <>
      <Text dimColor>{fitted(game.word === null ? '' : `The word: ${game.word}`, LIST)}</Text>
      {shown.items.map((step, index) => {
        const number = shown.from + index
        return (
          <Text key={number} wrap="truncate" bold={number === replay.step}>
            <Text color="cyan">{number === replay.step ? '▸' : ' '}</Text>
            {fitted(
              `${number + 1} ${lineOf(step, number === replay.step && step.type === 'drawing')}`,
              LIST - 1,
            )}
          </Text>
        )
      })}
    </>
  )
}

const lineOf = ({ name, type, said, score }: WatchedStep, isDrawn: boolean): string =>
  type === 'guess' ? `${name} “${said}” ${score}%` : `${name} ${isDrawn ? 'draws' : 'drew'} ${said}`

function Guess({ step, width, height }: { step: WatchedStep; width: number; height: number }) {
  return (
    <Box flexDirection="column" alignItems="center" justifyContent="center" width={width} height={height}>
      <Text dimColor>{`${step.name} guesses`}</Text>
      <Text bold>{`“${step.said}”`}</Text>
      <Text color={scoreColor(step.score ?? 0)}>{`${step.score}%`}</Text>
    </Box>
  )
}

function progress(strokes: readonly Stroke[], { points, isPaused }: Progress, isOver: boolean): string {
  let [at, rest] = [0, points]
  while (at < strokes.length && rest >= (strokes[at]?.points.length ?? 0))
    rest -= strokes[at++]?.points.length ?? 0
  const drawn = Math.min(strokes.length, at + (rest > 0 ? 1 : 0))
  return `stroke ${drawn} of ${strokes.length}${isPaused && !isOver ? ' · paused' : ''}`
}

/** The replay of the last frame, which the next frame continues. */
let lastReplay = { name: '', drawing: new StrokeReplay([], CANVAS.size) }

function painted(
  name: string,
  strokes: readonly Stroke[],
  points: number,
  colors: number,
  side: number,
): string {
  if (lastReplay.name !== name) lastReplay = { name, drawing: new StrokeReplay(strokes, CANVAS.size) }
  const { drawing } = lastReplay
  drawing.showPoints(points)
  const data = new Uint8Array(drawing.screen.pixels.buffer)
  return linesOf({ width: CANVAS.size, height: CANVAS.size, channels: 4, data }, colors, side)
    .map((line) => inlay(line, side))
    .join('\n')
}
