import { vi } from 'vitest'

/**
 * Logs usage events, as a development build does, until the end of the test.
 * @returns a function that returns the events so far, without their times
 */
export function logUsageEvents(): () => object[] {
  vi.stubEnv('MODE', 'development')
  return () =>
    vi
      .mocked(console.debug)
      .mock.calls.filter(([label]) => label === 'usage')
      .map(([, line]) => {
        const { at: _, ...event } = JSON.parse(line)
        return event
      })
}
