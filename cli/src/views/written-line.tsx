import { Text } from 'ink'
import type { Line } from '../console/keyboard/line-editor.ts'
import { width } from '../output/table.ts'

/** A line that is being typed, with its cursor; if it is too long, the part around the cursor. */
export function WrittenLine({ line, columns }: { readonly line: Line; readonly columns: number }) {
  const { text, cursor } = line
  const from = Math.max(0, width(text.slice(0, cursor)) - columns + 2)
  const at = text.slice(cursor, cursor + 1) || ' '
  return (
    <Text wrap="truncate">
      {text.slice(from, cursor)}
      <Text inverse>{at}</Text>
      {text.slice(cursor + 1)}
    </Text>
  )
}
