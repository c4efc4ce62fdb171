import { beforeEach, expect, test, vi } from 'vitest'
import { type GlobalOptions, readSettings } from '../../settings/settings.ts'
import { firstState } from '../state/state.ts'
import { createStore } from '../store.ts'
import { CommandLog } from './command-log.ts'

beforeEach(() => vi.stubEnv('npm_command', 'exec'))

function shown(words: readonly string[], flags: GlobalOptions, env: NodeJS.ProcessEnv = {}): string {
  const settings = readSettings(flags, { XDG_CONFIG_HOME: '/nonexistent', ...env }, '/nonexistent')
  const store = createStore(firstState(settings.url.value, { columns: 80, rows: 24 }, 'local'))
  return new CommandLog({ store, settings, flags, environment: {}, ask: async () => '' }).shown(words)
}

test('a command for a shell names the target, unless it is the default one or takes none', () => {
  const target = 'http://game.example'
  const words = ['daily', 'trigger']
  expect(shown(words, {})).toBe('npx inkling daily trigger')
  expect(shown(words, { target })).toBe(`npx inkling daily trigger --target ${target}`)
  expect(shown(words, {}, { INKLING_TARGET: target })).toBe(`npx inkling daily trigger --target ${target}`)
  expect(shown(['scenario', 'run', 'x.yaml'], { target })).toBe('npx inkling scenario run x.yaml')
})

test.each(['k', 'two words', "it's"])('the admin key %j is replaced by its variable', (key) => {
  const line = 'npx inkling daily trigger --admin-key "$INKLING_ADMIN_KEY" --yes'
  expect(shown(['daily', 'trigger', '--admin-key', key, '--yes'], {})).toBe(line)
  expect(shown(['daily', 'trigger', `--admin-key=${key}`, '--yes'], {})).toBe(line.replace('key "', 'key="'))
})
