import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { track } from './analytics.ts'

const send = vi.fn<(url: string, line: string) => boolean>()

/** Sets the variables of the build. */
function build(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}

beforeEach(() => {
  send.mockReset()
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: send })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

describe('usage events', () => {
  it('are sent to the configured address', () => {
    build({ VITE_ANALYTICS_URL: 'https://count.example/events' })
    track('game_start', { game_type: 'group', group_id: 'owls', source: 'home', action: 'jump_in' })
    track('turn_start', { game_id: 'game1', turn_type: 'drawing' })
    expect(send.mock.calls.map(([url, line]) => ({ url, ...JSON.parse(line) }))).toEqual([
      {
        url: 'https://count.example/events',
        name: 'game_start',
        at: expect.stringMatching(/Z$/),
        game_type: 'group',
        group_id: 'owls',
        source: 'home',
        action: 'jump_in',
      },
      expect.objectContaining({ name: 'turn_start', game_id: 'game1', turn_type: 'drawing' }),
    ])
  })

  it('are logged to the console in development, and not sent', () => {
    build({ MODE: 'development' })
    track('app_open', {})
    expect(console.debug).toHaveBeenCalledWith('usage', expect.stringContaining('"name":"app_open"'))
    expect(send).not.toHaveBeenCalled()
  })

  it('are dropped in production without a configured address', () => {
    build({ MODE: 'production' })
    track('session_length', { seconds: 60 })
    expect(console.debug).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })
})
