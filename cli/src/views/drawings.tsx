import { Box, Text } from 'ink'
import type { WatchedStep } from '../console/watch/watched-games.ts'
import { inlay } from '../output/inlay.ts'
import { drawing } from '../output/terminal-drawing.ts'
import { fitted } from '../output/text.ts'
import type { PanelSize } from './panels/panel.tsx'

interface ChainProps {
  readonly steps: readonly WatchedStep[]
  readonly at: number
  readonly pictures: ReadonlyMap<string, string>
  readonly colors: number
}

const MAX_SIDE = 56
const GAP = 2
/** Rendered drawings are cached: decoding a PNG takes longer than a frame. */
const MAX_RENDERED = 80

/** The selected drawing and as many of the following ones as fit side by side. */
export function Drawings({ steps, at, pictures, colors, width, height }: ChainProps & PanelSize) {
  const drawn = steps.flatMap((step, index) => (step.picture === null ? [] : [{ step, index }]))
  // For a guess, show the drawing that was guessed.
  const first = Math.max(
    0,
    drawn.findLastIndex(({ index }) => index <= at),
  )
  const side = Math.min(MAX_SIDE, width, (height - 1) * 2)
  if (drawn.length === 0 || side < 12)
    return <Text dimColor>{drawn.length === 0 ? 'Nothing is drawn yet.' : ''}</Text>
  const fit = Math.max(1, Math.floor((width + GAP) / (side + GAP)))
  const from = Math.max(0, Math.min(first, drawn.length - fit))
  return (
    <Box columnGap={GAP}>
      {drawn.slice(from, from + fit).map(({ step, index }) => (
        <Box key={index} flexDirection="column" width={side}>
          <Text wrap="truncate">{inTerminal(step.picture ?? '', pictures, colors, side)}</Text>
          <Text dimColor wrap="truncate">
            {fitted(`${index + 1} ${step.name}: ${step.said}`, side)}
          </Text>
        </Box>
      ))}
    </Box>
  )
}

/** Smaller pictures are unreadable, and narrower panels show the list next to the pictures. */
const ROW = { minSide: 16, minWidth: 110 }

/**
 * The width of each picture if all pictures of a chain fit in one row; null if they do not fit or there is only one.
 */
export function sideInRow(steps: readonly WatchedStep[], width: number, height: number): number | null {
  const drawn = steps.filter(({ picture }) => picture !== null).length
  const side = Math.min(MAX_SIDE, Math.floor((width + GAP) / drawn) - GAP, (height - CAPTIONS) * 2)
  return drawn > 1 && width >= ROW.minWidth && side >= ROW.minSide ? side : null
}

/** Lines below each picture: who drew what, and the guess. */
const CAPTIONS = 2

/** All drawings of a chain in one row, each with the guess that followed. */
export function DrawingsInRow({ steps, at, pictures, colors, side }: ChainProps & { side: number }) {
  const caption = (index: number) => {
    const step = steps[index]
    if (!step) return ''
    const { name, type, said, score } = step
    return type === 'drawing' ? `${index + 1} ${name}: ${said}` : `${index + 1} ${name} “${said}” ${score}%`
  }
  return (
    <Box columnGap={GAP} height={Math.ceil(side / 2) + CAPTIONS}>
      {steps.map((step, index) => {
        const hasGuess = steps[index + 1]?.type === 'guess'
        const isChosen = at === index || (hasGuess && at === index + 1)
        return (
          step.picture !== null && (
            <Box key={caption(index)} flexDirection="column" width={side}>
              <Text wrap="truncate">{inTerminal(step.picture, pictures, colors, side)}</Text>
              <Text wrap="truncate" bold={isChosen} {...(isChosen && { color: 'cyan' })}>
                {fitted(caption(index), side)}
              </Text>
              <Text wrap="truncate" dimColor={!isChosen}>
                {fitted(hasGuess ? caption(index + 1) : '', side)}
              </Text>
            </Box>
          )
        )
      })}
    </Box>
  )
}

const rendered = new Map<string, string>()

function inTerminal(
  key: string,
  pictures: ReadonlyMap<string, string>,
  colors: number,
  side: number,
): string {
  const png = pictures.get(key)
  if (png === undefined) return 'This drawing is not\navailable yet.'
  const name = `${key} ${side} ${colors}`
  let text = rendered.get(name)
  if (text === undefined) {
    text = drawing(png, { colors, width: side }, side)
    rendered.set(name, text)
    if (rendered.size > MAX_RENDERED) rendered.delete(rendered.keys().next().value ?? '')
  }
  return text
    .split('\n')
    .map((line) => inlay(line, side))
    .join('\n')
}
