import { counted } from '../../text/counted.ts'
import { jsonOr } from '../../text/json.ts'
import { beginsWith, type Path, type ReplyLine, replyLines } from './reply-lines.ts'
import type { StepResult } from './report.ts'

/** Lines before and after the value that failed. */
const CONTEXT = 3
/** Lines of a reply without a failed value. */
const START = 12
/** The most lines of a failed value, or of the item of a list that it is in, which are shown whole. */
const MAX_LINES = 24

/**
 * The lines of a reply to show below a failed step: each value that failed, with its item if it is in a list, the lines
 * around it and the beginnings of what contains it; the first ones if no value failed. Lines between are counted.
 */
export function excerpt({ exchange, problems }: Pick<StepResult, 'exchange' | 'problems'>): string[] {
  if (!exchange) return []
  // A reply that is not JSON, or too long to be kept whole, is shown from its start.
  const value = jsonOr(exchange.reply, undefined)
  const paths = problems.flatMap(({ at }) => (at && at.length > 0 ? [at] : []))
  const lines =
    value === undefined
      ? exchange.reply.split('\n').map((text): ReplyLine => ({ text, path: [], isEnd: false }))
      : replyLines(value, paths)
  const wanted = new Set(paths.flatMap((path) => focusOn(path, lines)))
  const isShown = (at: number) => (wanted.size === 0 ? at < START : wanted.has(at))
  const parts: string[] = []
  let left = 0
  const skip = () => {
    if (left > 0) parts.push(`… ${counted(left, 'more line')}`)
    left = 0
  }
  for (const [at, { text }] of lines.entries()) {
    if (!isShown(at)) left++
    else {
      skip()
      parts.push(text)
    }
  }
  skip()
  return parts
}

/** The indexes of the lines to show for a value that failed; none if nothing of its path is there. */
function focusOn(path: Path, lines: readonly ReplyLine[]): number[] {
  const indexes = (holds: (line: ReplyLine) => boolean) =>
    lines.flatMap((line, at) => (holds(line) ? [at] : []))
  const parents = indexes((line) => !line.isEnd && beginsWith(path, line.path))
  const own = parents.at(-1) ?? 0
  if (own === 0) return []
  const item = path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1)
  const within = indexes((line) => beginsWith(line.path, item.length > 0 ? item : path))
  const around = lines.flatMap((_, at) => (Math.abs(at - own) <= CONTEXT ? [at] : []))
  return [
    ...parents,
    ...around,
    ...(within.length > MAX_LINES ? within.filter((at) => at >= own) : within).slice(0, MAX_LINES),
  ]
}
