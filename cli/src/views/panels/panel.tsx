import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { width as widthOf } from '../../output/table.ts'
import { fitted } from '../../output/text.ts'

/** In columns and lines, with the frame. */
export interface PanelSize {
  readonly width: number
  readonly height: number
}

interface PanelProps extends PanelSize {
  readonly title: string
  /** Shown at the right end of the upper edge. */
  readonly note?: string
  readonly isUrgent?: boolean
  readonly children?: ReactNode
}

/** A frame with its title in the upper edge. */
export function Panel({ title, note = '', width, height, isUrgent = false, children }: PanelProps) {
  const color = isUrgent ? 'yellow' : 'gray'
  const room = width - 7
  const shownNote = note === '' || widthOf(note) + 12 > room ? '' : note
  const shownTitle = fitted(
    title,
    Math.min(widthOf(title), room - (shownNote === '' ? 0 : widthOf(shownNote) + 3)),
  )
  const rule = Math.max(0, room - widthOf(shownTitle) - (shownNote === '' ? 0 : widthOf(shownNote) + 2))
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Text wrap="truncate">
        <Text color={color}>╭─ </Text>
        <Text bold {...(isUrgent && { color: 'yellow' })}>
          {shownTitle}
        </Text>
        <Text color={color}> {'─'.repeat(rule)}</Text>
        <Text dimColor>{shownNote === '' ? '' : ` ${shownNote} `}</Text>
        <Text color={color}>──╮</Text>
      </Text>
      <Box
        flexDirection="column"
        width={width}
        height={height - 1}
        borderStyle="round"
        borderTop={false}
        borderColor={color}
        paddingX={1}
        overflow="hidden"
      >
        {children}
      </Box>
    </Box>
  )
}
