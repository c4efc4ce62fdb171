import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const send = vi.fn<(url: string, line: string) => boolean>()

/** `track` of a build with these variables. */
async function trackOf(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.resetModules()
  return (await import('./analytics.ts')).track
}

beforeEach(() => {
  send.mockReset()
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: send })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'sendBeacon')
  vi.unstubAllEnvs()
  vi.resetModules()
})

describe('usage events', () => {
  it('are sent to the configured address', async () => {
    const track = await trackOf({ VITE_ANALYTICS_URL: 'https://count.example/events' })
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

  it('are logged to the console in development, and not sent', async () => {
    const track = await trackOf({ MODE: 'development' })
    track('app_open', {})
    expect(console.debug).toHaveBeenCalledWith('usage', expect.stringContaining('"name":"app_open"'))
    expect(send).not.toHaveBeenCalled()
  })

  it('are dropped in production without a configured address', async () => {
    const track = await trackOf({ MODE: 'production' })
    track('session_length', { seconds: 60 })
    expect(console.debug).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })
})
