export type Path = readonly (string | number)[]

/** A line of a reply, and the path of the value that it shows or begins. */
export interface ReplyLine {
  readonly text: string
  readonly path: Path
  /** Whether it ends a list or an object that began in an earlier line. */
  readonly isEnd: boolean
}

/** Columns of a line. */
const WIDTH = 100
/** Longer texts without a space, such as pictures, are cut. */
const MAX_WORD = 60
/** Columns of an item of a wanted list. */
const ITEM_WIDTH = 160
/** A list or an object of more lines takes one line, cut, unless a wanted value is in it; so does each item of a wanted list. */
const MAX_LINES = 6

/**
 * A value as lines of JSON. What fits takes one line; large values that are not wanted, such as pictures and strokes, are cut
 * to one.
 */
export function replyLines(value: unknown, wanted: readonly Path[]): ReplyLine[] {
  return linesOf({ value, path: [], before: '', after: '' }, wanted)
}

interface Part {
  readonly value: unknown
  readonly path: Path
  /** Its name, if it has one. */
  readonly before: string
  readonly after: string
}

function linesOf({ value, path, before, after }: Part, wanted: readonly Path[]): ReplyLine[] {
  const indent = '  '.repeat(path.length)
  const line = (text: string, isEnd = false): ReplyLine => ({ text: indent + text, path, isEnd })
  const isWanted = wanted.some((each) => beginsWith(each, path))
  const children = childrenOf(value)
  if (children.length === 0) {
    const text = isWanted ? JSON.stringify(value) : onOneLine(value)
    return [line(before + text + after)]
  }
  const whole = before + onOneLine(value) + after
  if (indent.length + whole.length <= WIDTH) return [line(whole)]
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = children.flatMap(([key, child], at) => {
    const part = {
      value: child,
      path: [...path, key],
      before: typeof key === 'string' ? `${JSON.stringify(key)}: ` : '',
      after: at < children.length - 1 ? ',' : '',
    }
    return linesOf(part, wanted)
  })
  const isItem =
    typeof path.at(-1) === 'number' &&
    wanted.some((each) => each.length === path.length - 1 && beginsWith(path, each))
  if (path.length > 0 && !isWanted && inner.length > (isItem ? 0 : MAX_LINES)) {
    const count = Array.isArray(value) ? ` ${value.length} items` : ''
    return [line(cut(whole, (isItem ? ITEM_WIDTH : WIDTH) - indent.length, `…${count}`))]
  }
  return [line(before + start), ...inner, line(end + after, true)]
}

const cut = (text: string, columns: number, end: string): string =>
  text.length <= columns ? text : text.slice(0, columns) + end

const childrenOf = (value: unknown): [string | number, unknown][] => {
  if (Array.isArray(value)) return [...value.entries()]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') {
    const isCut = value.length > MAX_WORD && !value.slice(0, MAX_WORD).includes(' ')
    return JSON.stringify(isCut ? `${value.slice(0, MAX_WORD)}…` : value)
  }
  const children = childrenOf(value)
  if (children.length === 0) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const fields = children.map(([key, child]) => `${JSON.stringify(key)}: ${onOneLine(child)}`)
  return `{ ${fields.join(', ')} }`
}

export const beginsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((key, at) => String(key) === String(path[at]))
