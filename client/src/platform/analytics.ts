/** The product's usage events. */
export interface UsageEvents {
  app_open: Record<string, never>
  session_length: { seconds: number }
  game_start: { game_type: 'group' | 'public'; group_id: string | null; source: string; action: string }
  turn_start: { game_id: string; turn_type: 'drawing' | 'guess' }
}

/** Sends an event to the configured address; without one, logs it in development and drops it otherwise. */
export function track<Name extends keyof UsageEvents>(name: Name, event: UsageEvents[Name]): void {
  const url: string | undefined = import.meta.env.VITE_ANALYTICS_URL
  const line = JSON.stringify({ name, at: new Date().toISOString(), ...event })
  if (url) navigator.sendBeacon(url, line)
  else if (import.meta.env.MODE === 'development') console.debug('usage', line)
}
