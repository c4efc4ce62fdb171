import { Box, Text } from 'ink'
import { Panel } from './panel.tsx'

const KEYS: readonly (readonly [string, string])[] = [
  ['↑ ↓  j k', 'choose a game'],
  ['← →', 'choose a step of its chain'],
  ['Enter', 'the chain alone on the screen'],
  ['/', 'filter by group, word, player, status or id'],
  [':', 'run any inkling command; Tab completes, ↑ recalls'],
  ['p', 'watch its drawings being drawn, stroke by stroke'],
  ['v', 'the day as a picture: every turn on its hour'],
  ['d', "close earlier games and create today's"],
  ['m', 'make a completed game of yesterday for a player'],
  ['c', 'let simulated players finish a game of today'],
  ['h', "rebuild a player's history from the games"],
  ['b', 'let bots play a game'],
  ['s', 'scenario files: choose one, play it, fold its steps'],
  ['t  f', "the server's clock, and faults on purpose"],
  ['l', 'all commands with their output'],
  ['r  Ctrl-L', 'read everything anew, draw the screen anew'],
  ['Esc', 'leave what is open, or show all games again'],
  ['q  Ctrl-C', 'quit'],
]

const MARKS: readonly (readonly [string, string, string])[] = [
  ['●', 'green', 'has played'],
  ['◐', 'yellow', 'has the turn'],
  ['○', 'gray', 'waits'],
  ['✕', 'red', 'was skipped'],
]

/** All keys, and what the marks mean. */
export function Help({ width, height }: { readonly width: number; readonly height: number }) {
  return (
    <Panel title="Keys" note="any key: back" {...{ width, height }}>
      {KEYS.map(([keys, what]) => (
        <Text key={keys} wrap="truncate">
          <Text bold color="cyan">
            {keys.padEnd(12)}
          </Text>
          {what}
        </Text>
      ))}
      <Box columnGap={3} marginTop={height > KEYS.length + 4 ? 1 : 0}>
        {MARKS.map(([mark, color, what]) => (
          <Text key={mark}>
            <Text color={color}>{mark}</Text> {what}
          </Text>
        ))}
      </Box>
    </Panel>
  )
}
