import type { IBufferCell, Terminal } from '@xterm/headless'

/* A terminal's screen as an SVG for the guides. Frames and blocks are paths, so they join in every font. */

const CELL = { width: 8, height: 17 }
const MARGIN = 12
const FONT_SIZE = 13
/** From the top of a cell. */
const BASELINE = 13
const COLORS = { background: '#1c1b22', foreground: '#dcd8cf' }
/** The 16 named colours of a dark terminal. */
const NAMED = [
  ...['#1c1b22', '#e8716d', '#8fc77f', '#e3b866', '#7aa5e8', '#c792dd', '#64c2c7', '#dcd8cf'],
  ...['#85828f', '#f28b87', '#a9dc9a', '#f2cd86', '#98bdf5', '#dbaeed', '#84d8dc', '#ffffff'],
]

interface Cell {
  readonly text: string
  readonly columns: number
  readonly color: string
  readonly background: string
  readonly isBold: boolean
  readonly isDim: boolean
}

/**
 * Draws the visible screen.
 * @param title describes the picture for people who cannot see it.
 * @param edit replaces text that differs in each run, such as a port, by text of the same length.
 */
export function screenSvg(
  terminal: Terminal,
  title: string,
  edit: (line: string) => string = (line) => line,
): string {
  const width = terminal.cols * CELL.width + 2 * MARGIN
  const height = terminal.rows * CELL.height + 2 * MARGIN
  const shapes = new Map<string, string>()
  const texts: string[] = []
  for (let row = 0; row < terminal.rows; row++) {
    const y = MARGIN + row * CELL.height
    for (const run of runsOf(edited(cellsOf(terminal, row), edit))) {
      const x = MARGIN + run.at * CELL.width
      addShapes(shapes, run, x, y)
      if (run.kind === 'text') texts.push(...textsOf(run, x, y))
    }
  }
  const paths = [...shapes].map(([paint, path]) => `<path ${paint} d="${path}"/>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${FONT_SIZE}" fill="${COLORS.foreground}">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${COLORS.background}"/>`,
    ...paths,
    ...texts,
    '</svg>\n',
  ].join('\n')
}

function cellsOf(terminal: Terminal, row: number): Cell[] {
  const { active } = terminal.buffer
  const line = active.getLine(active.baseY + row)
  return Array.from({ length: terminal.cols }, (_, column) => line?.getCell(column)).flatMap((cell) => {
    // Skip the second cell of a wide character.
    if (!cell || cell.getWidth() === 0) return []
    const front = colorOf(cell, 'Fg') ?? COLORS.foreground
    const back = colorOf(cell, 'Bg') ?? COLORS.background
    const [color, background] = cell.isInverse() ? [back, front] : [front, back]
    return {
      text: cell.getChars() || ' ',
      columns: cell.getWidth(),
      color,
      background,
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
    }
  })
}

function colorOf(cell: IBufferCell, which: 'Fg' | 'Bg'): string | null {
  const value = cell[`get${which}Color`]()
  if (cell[`is${which}RGB`]()) return `#${value.toString(16).padStart(6, '0')}`
  return cell[`is${which}Palette`]() ? paletteColor(value) : null
}

/** A colour of the palette of 256: named ones, a cube of 6x6x6, and greys. */
function paletteColor(index: number): string {
  const named = NAMED[index]
  if (named !== undefined) return named
  const grey = 8 + (index - 232) * 10
  const cube = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const at = index - 16
  const parts =
    index >= 232 ? [grey, grey, grey] : [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(cube)
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function edited(cells: readonly Cell[], edit: (line: string) => string): Cell[] {
  const line = cells.map(({ text }) => text).join('')
  const next = edit(line)
  if (next === line || next.length !== cells.length) return [...cells]
  return cells.map((cell, at) => ({ ...cell, text: next.charAt(at) }))
}

/** Blocks that fill one to eight eighths of a cell from below. The upper half block is handled separately. */
const BLOCKS = '▁▂▃▄▅▆▇█'
/** The sides that a frame character connects: left, right, up, down. */
const FRAMES: Readonly<Record<string, string>> = {
  '─': 'lr',
  '│': 'ud',
  '╭': 'rd',
  '╮': 'ld',
  '╰': 'ru',
  '╯': 'lu',
}

interface Run extends Cell {
  /** The column of its first character. */
  readonly at: number
  readonly kind: 'text' | 'block' | 'frame'
}

/** Merges adjacent cells of the same style into runs. A wide character is a run of its own. */
function runsOf(cells: readonly Cell[]): Run[] {
  const runs: Run[] = []
  let at = 0
  for (const cell of cells) {
    const kind =
      BLOCKS.includes(cell.text) || cell.text === '▀' ? 'block' : cell.text in FRAMES ? 'frame' : 'text'
    const last = runs.at(-1)
    const joins =
      last !== undefined &&
      last.kind === kind &&
      cell.columns === 1 &&
      last.columns === last.text.length &&
      last.color === cell.color &&
      last.background === cell.background &&
      last.isBold === cell.isBold &&
      last.isDim === cell.isDim
    if (joins) runs.splice(-1, 1, { ...last, text: last.text + cell.text, columns: last.columns + 1 })
    else runs.push({ ...cell, at, kind })
    at += cell.columns
  }
  return runs
}

function addShapes(shapes: Map<string, string>, run: Run, x: number, y: number): void {
  const { text, columns, color, background, isDim, kind } = run
  const add = (paint: string, path: string) => shapes.set(paint, (shapes.get(paint) ?? '') + path)
  const box = (fill: string, left: number, top: number, width: number, height: number) =>
    add(`fill="${fill}" shape-rendering="crispEdges"`, `M${left} ${top}h${width}v${height}h-${width}z`)
  if (background !== COLORS.background) box(background, x, y, columns * CELL.width, CELL.height)
  if (kind === 'text') return
  // Repeated characters become one shape.
  for (const { 0: same, index } of text.matchAll(/(.)\1*/gu)) {
    const left = x + index * CELL.width
    const width = same.length * CELL.width
    const character = same.charAt(0)
    if (kind === 'frame') {
      const stroke = `fill="none" stroke="${color}"${isDim ? ' opacity=".6"' : ''}`
      add(stroke, framePath(FRAMES[character] ?? '', left, y, width))
    } else if (character === '▀') box(color, left, y, width, CELL.height / 2)
    else {
      const height = (CELL.height * (BLOCKS.indexOf(character) + 1)) / 8
      box(color, left, y + CELL.height - height, width, height)
    }
  }
}

function framePath(sides: string, left: number, top: number, width: number): string {
  const [x, y] = [left + CELL.width / 2, top + CELL.height / 2]
  if (sides === 'lr') return `M${left} ${y}h${width}`
  if (sides === 'ud')
    return Array.from(
      { length: width / CELL.width },
      (_, at) => `M${x + at * CELL.width} ${top}v${CELL.height}`,
    ).join('')
  const [side, end] = [
    sides.includes('l') ? left : left + CELL.width,
    sides.includes('u') ? top : top + CELL.height,
  ]
  return `M${side} ${y}Q${x} ${y} ${x} ${end}`
}

/** A text element for each part between wide gaps, because SVG collapses blanks. */
function textsOf({ text, columns, color, isBold, isDim }: Run, x: number, y: number): string[] {
  const style = [
    color === COLORS.foreground ? '' : ` fill="${color}"`,
    isBold ? ' font-weight="bold"' : '',
    isDim ? ' opacity=".6"' : '',
  ].join('')
  return Array.from(text.matchAll(/\S+(?: \S+)*/g), ({ 0: part, index }) => {
    const width = (columns === text.length ? part.length : columns) * CELL.width
    const escaped = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<text x="${x + index * CELL.width}" y="${y + BASELINE}" textLength="${width}"${style}>${escaped}</text>`
  })
}
