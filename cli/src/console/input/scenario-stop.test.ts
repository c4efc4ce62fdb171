import { expect, test, vi } from 'vitest'
import { explain } from '../../explain.ts'
import { readSettings } from '../../settings/settings.ts'
import type { CommandLog } from '../running/command-log.ts'
import { type ConsoleAction, firstState } from '../state/state.ts'
import { createStore } from '../store.ts'
import { ScenarioControl } from './scenario-control.ts'

test('a scenario that fails on the watched server is not a bug of the console', async () => {
  const settings = readSettings({}, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore(firstState('http://localhost:4000', { columns: 80, rows: 24 }, 'local'))
  const commands = { start: () => ({ ended: Promise.resolve(4) }) } as unknown as CommandLog
  const asked: ConsoleAction[] = []
  const confirm = (_: string, action: ConsoleAction) => void asked.push(action)
  const scenarios = new ScenarioControl({ store, commands, settings, confirm })
  const file = { file: 'day.yaml', name: 'day', bots: 1, steps: 2, replacesWorld: false }
  store.change((before) => ({ ...before, scenarios: { ...before.scenarios, files: [file] } }))
  scenarios.press({ name: 'text', text: 't', isPasted: false })
  const error = await asked[0]?.run?.().catch((reason: unknown) => reason)
  expect(explain(error).sentence).toBe('failed with exit code 4')
})

test('Escape in a scenario stops this scenario, and no other command', async () => {
  const settings = readSettings({}, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore(firstState('http://localhost:4000', { columns: 80, rows: 24 }, 'local'))
  let end = (_: number) => {}
  const stop = vi.fn(() => end(130))
  const stopAll = vi.fn()
  const commands = {
    start: () => ({ ended: new Promise<number>((resolve) => (end = resolve)), stop }),
    stop: stopAll,
  } as unknown as CommandLog
  const scenarios = new ScenarioControl({ store, commands, settings, confirm: () => {} })
  const file = { file: 'day.yaml', name: 'day', bots: 1, steps: 2, replacesWorld: false }
  store.change((before) => ({ ...before, scenarios: { ...before.scenarios, files: [file] } }))
  scenarios.press({ name: 'enter' })
  expect(store.get().scenarios.run).toMatchObject({ isOver: false })
  scenarios.press({ name: 'escape' })
  expect(stop).toHaveBeenCalledOnce()
  expect(stopAll).not.toHaveBeenCalled()
  await expect.poll(() => store.get().scenarios.run?.isOver).toBe(true)
})
