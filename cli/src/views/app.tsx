import { Box, Text } from 'ink'
import { useSyncExternalStore } from 'react'
import { isTooSmall, type Layout, layoutOf, MIN_SIZE } from '../console/screen/layout.ts'
import type { ConsoleState } from '../console/state/state.ts'
import type { Store } from '../console/store.ts'
import { Day } from './day.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Help } from './help.tsx'
import { LoadPanel } from './load.tsx'
import { Moderation } from './moderation.tsx'
import { BotsPanel } from './panels/bots-panel.tsx'
import { ChainPanel } from './panels/chain-panel.tsx'
import { EventsPanel } from './panels/events-panel.tsx'
import { FoundPanel } from './panels/found-panel.tsx'
import { GamesPanel } from './panels/games-panel.tsx'
import { LogPanel } from './panels/log-panel.tsx'
import { Pick, Question } from './question.tsx'
import { Scenarios } from './scenarios.tsx'

interface AppProps {
  readonly store: Store<ConsoleState>
  /** Number of colours of the terminal; 0 for no colour. */
  readonly colors: number
}

export function App({ store, colors }: AppProps) {
  const state = useSyncExternalStore(store.subscribe, store.get)
  const { columns, rows } = state.size
  if (isTooSmall(state.size)) {
    return (
      <Text>{`The console needs ${MIN_SIZE.columns}x${MIN_SIZE.rows}, but this terminal has ${columns}x${rows}. q quits.`}</Text>
    )
  }
  const layout = layoutOf(state)
  return (
    <Box flexDirection="column" width={columns} height={layout.height}>
      <Header state={state} columns={columns} />
      {layout.banner.map((line) => (
        <Text key={line} {...(state.connection === 'lost' ? BAD : MISSING)}>
          {`  ${line}`.padEnd(columns)}
        </Text>
      ))}
      <Body state={state} layout={layout} colors={colors} />
      <Footer state={state} columns={columns} />
    </Box>
  )
}

const BAD = { color: 'white', backgroundColor: 'red', bold: true }
const MISSING = { color: 'black', backgroundColor: 'yellow' }

interface BodyProps {
  readonly state: ConsoleState
  readonly layout: Layout
  readonly colors: number
}

function Body({ state, layout, colors }: BodyProps) {
  const { mode } = state
  const whole = { width: layout.columns, height: layout.body }
  const dashboard = <Dashboard state={state} layout={layout} colors={colors} />
  const scenarios = <Scenarios view={state.scenarios} {...whole} />
  const moderation = <Moderation state={state} colors={colors} {...whole} />
  switch (mode.name) {
    case 'help':
      return <Help from={mode.from} back={mode.back} {...whole} />
    case 'log':
      return <LogPanel state={state} fromEnd={mode.fromEnd} {...whole} />
    case 'day':
      return <Day state={state} {...whole} />
    case 'load':
      return <LoadPanel load={state.load} {...whole} />
    case 'scenarios':
      return scenarios
    case 'filter':
      return mode.of === 'scenarios' ? scenarios : dashboard
    case 'moderation':
      return moderation
    case 'pick':
      return mode.back ? <Pick mode={mode} {...whole} /> : dashboard
    case 'confirm':
    case 'ask':
      return mode.back?.name === 'moderation' ? (
        <>
          <Moderation state={state} colors={colors} width={layout.columns} height={layout.top} />
          <Question mode={mode} width={layout.columns} height={layout.bottom} />
        </>
      ) : (
        dashboard
      )
    case 'command':
      return mode.after?.name === 'moderation' ? moderation : dashboard
    case 'chain':
      return <ChainPanel state={state} colors={colors} {...whole} />
    default:
      return dashboard
  }
}

function Dashboard({ state, layout, colors }: BodyProps) {
  const { mode } = state
  const { columns, left, right, top, bottom } = layout
  return (
    <>
      <Box>
        {mode.name === 'pick' ? (
          <Pick mode={mode} width={mode.isMenu ? columns : left} height={top} />
        ) : (
          <GamesPanel state={state} width={left} height={top} />
        )}
        {mode.name === 'filter' && state.kind === 'reference' ? (
          <FoundPanel found={state.found} at={mode.at} width={right} height={top} />
        ) : (
          !(mode.name === 'pick' && mode.isMenu) && (
            <ChainPanel state={state} colors={colors} width={right} height={top} />
          )
        )}
      </Box>
      {mode.name === 'confirm' || mode.name === 'ask' ? (
        <Question mode={mode} width={columns} height={bottom} />
      ) : (
        <Box>
          <EventsPanel state={state} width={left} height={bottom} />
          {state.bots ? (
            <BotsPanel run={state.bots} games={state.games} width={right} height={bottom} />
          ) : (
            <LogPanel state={state} fromEnd={null} width={right} height={bottom} />
          )}
        </Box>
      )}
    </>
  )
}
