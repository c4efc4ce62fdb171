import { Box, Text } from 'ink'
import { FRAME } from '../console/screen/layout.ts'
import { type ModeOf, noteText, pickable } from '../console/state/state.ts'
import { fitted, windowed, wrapped } from '../output/text.ts'
import { Panel, type PanelSize } from './panels/panel.tsx'
import { WrittenLine } from './written-line.tsx'

/** A question below the screen that it is about. */
export const Question = ({ mode, ...size }: { mode: ModeOf<'confirm' | 'ask'> } & PanelSize) =>
  mode.name === 'confirm' ? <Confirmation mode={mode} {...size} /> : <Ask mode={mode} {...size} />

/** An action to confirm, with the equivalent command. */
function Confirmation({ mode, width, height }: { mode: ModeOf<'confirm'> } & PanelSize) {
  const room = width - FRAME.columns
  const question = wrapped(mode.question, room)
  const command = wrapped(`$ ${mode.command}`, room)
  const note = mode.note ? wrapped(noteText(mode.note), room) : []
  const left = height - FRAME.lines - question.length - note.length - 1
  const shown = command.length > left ? [...command.slice(0, Math.max(0, left - 1)), '…'] : command
  return (
    <Panel title="Are you sure?" isUrgent {...{ width, height }}>
      <Text bold>{question.join('\n')}</Text>
      {note.length > 0 && <Text>{note.join('\n')}</Text>}
      <Text dimColor>{shown.join('\n')}</Text>
      <Text>
        <Answer letter="y" label="yes" />
        {mode.note && <Answer letter="t" label={mode.note.text === '' ? 'add a note' : 'change the note'} />}
        <Answer letter="e" label="edit the command" />
        <Answer letter="c" label="copy as curl" />
        <Answer letter="n" label="no" />
      </Text>
    </Panel>
  )
}

const Answer = ({ letter, label }: { letter: string; label: string }) => (
  <Text>
    <Text bold color="cyan">
      {letter}
    </Text>
    <Text dimColor>{` ${label}   `}</Text>
  </Text>
)

/** A question whose answer is typed. */
function Ask({ mode, width, height }: { mode: ModeOf<'ask'> } & PanelSize) {
  const room = width - FRAME.columns
  return (
    <Panel title="Question" isUrgent {...{ width, height }}>
      <Text>{wrapped(mode.question, room).join('\n')}</Text>
      <Box>
        <Text color="cyan">{'› '}</Text>
        <WrittenLine line={mode.line} columns={room - 2} />
      </Box>
    </Panel>
  )
}

/** Columns of an id. */
const ID = 22

/** A list to pick from; typing filters it. */
export function Pick({ mode, width, height }: { mode: ModeOf<'pick'> } & PanelSize) {
  const room = width - FRAME.columns
  const question = wrapped(mode.title, room)
  const items = pickable(mode)
  const widest = Math.max(...mode.items.map(({ id }) => id.length))
  const name = Math.max(14, room - (mode.isMenu ? Math.min(widest, Math.round(room * 0.48)) : ID) - 4)
  const shown = windowed(items, mode.at, height - FRAME.lines - question.length - 1)
  return (
    <Panel
      title={mode.isMenu ? 'Which?' : 'Who?'}
      note={`${Math.min(mode.at + 1, items.length)}/${items.length}`}
      isUrgent
      {...{ width, height }}
    >
      <Text>{question.join('\n')}</Text>
      <Box>
        <Text color="cyan">{'› '}</Text>
        <WrittenLine line={mode.line} columns={room - 2} />
      </Box>
      {items.length === 0 && <Text dimColor> Nothing here matches the text.</Text>}
      {shown.items.map(({ id, label }, index) => {
        const isChosen = shown.from + index === mode.at
        return (
          <Text key={id} wrap="truncate">
            <Text color="cyan">{isChosen ? '▸ ' : '  '}</Text>
            <Text bold={isChosen}>{fitted(label, name)}</Text>
            <Text dimColor>{`  ${fitted(id, room - name - 4)}`}</Text>
          </Text>
        )
      })}
    </Panel>
  )
}
