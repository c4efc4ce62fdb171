import { Box, Text } from 'ink'
import type { Candidate } from '../command-line/completion.ts'
import type { Line } from '../console/keyboard/line-editor.ts'
import type { ConsoleState } from '../console/state/state.ts'
import { fitted } from '../output/text.ts'
import { KeyBar } from './key-bar.tsx'
import { WrittenLine } from './written-line.tsx'

/** The last lines: the keys, or the line being typed. */
export function Footer({ state, columns }: { readonly state: ConsoleState; readonly columns: number }) {
  const { mode, notice } = state
  if (notice !== null) return <Text color="yellow">{fitted(` ${notice}`, columns)}</Text>
  switch (mode.name) {
    case 'filter':
      return <Written sign="/" line={mode.line} columns={columns} hint={FILTER_HINT[mode.of]} />
    case 'command':
      return (
        <Box flexDirection="column">
          {mode.candidates.length > 0 && (
            <Text dimColor>{fitted(` ${mode.candidates.map(candidateText).join('  ')}`, columns)}</Text>
          )}
          <Written
            sign=":"
            line={mode.line}
            columns={columns}
            hint="⏎ run  ⇥ complete  ↑ earlier  Esc back"
          />
        </Box>
      )
    default:
      return <KeyBar state={state} columns={columns} />
  }
}

const FILTER_HINT = {
  games: '⏎ keep  ↓ players and groups  Esc back',
  scenarios: '⏎ keep  Esc back',
} as const

const candidateText = ({ value, about }: Candidate): string =>
  about === undefined || about === '' ? value : `${about} ${value}`

interface WrittenProps {
  readonly sign: string
  readonly line: Line
  readonly columns: number
  readonly hint: string
}

function Written({ sign, line, columns, hint }: WrittenProps) {
  const shown = line.text.length + hint.length + 9 < columns ? hint : ''
  return (
    <Box width={columns} justifyContent="space-between">
      <Text wrap="truncate">
        <Text bold color="cyan">{` ${sign} `}</Text>
        <WrittenLine line={line} columns={columns - 5} />
      </Text>
      <Text dimColor>{shown === '' ? '' : `${shown} `}</Text>
    </Box>
  )
}
