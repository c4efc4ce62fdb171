import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@inkling/mock-server/contract/client/client'
import type { Browser, Page } from '@playwright/test'

export interface Player {
  readonly api: Client
  readonly token: string
  readonly deviceId: string
}

/** A player who has finished onboarding. */
export async function newPlayer(url: string): Promise<Player> {
  const deviceId = `device_bench_${randomUUID()}`
  let bearer: string | null = null
  const api = createClient({ baseUrl: url, fetch, token: () => bearer })
  const { token } = await api.signInDevice({ body: { deviceId } })
  bearer = token
  await api.updateProfile({ body: { username: 'Bencher', avatar: '✏️', finishedOnboarding: true } })
  return { api, token, deviceId }
}

/** The id of yesterday's game of a player of the demo. */
export async function storyOf(deviceId: string, url: string): Promise<string> {
  let bearer: string | null = null
  const api = createClient({ baseUrl: url, fetch, token: () => bearer })
  bearer = (await api.signInDevice({ body: { deviceId } })).token
  return (await api.getYesterdayResults()).gameId
}

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

/** A new page without a player on a phone: 360 CSS pixels wide, device pixel ratio 2. */
export async function openAsStranger(browser: Browser): Promise<Page> {
  return (await browser.newContext(PHONE)).newPage()
}

/** A new page of that player on a phone. */
export async function openAs({ token, deviceId }: Player, browser: Browser): Promise<Page> {
  const context = await browser.newContext(PHONE)
  await context.addInitScript(
    ([token, device]) => {
      localStorage.setItem('authToken', token ?? '')
      localStorage.setItem('deviceId', device ?? '')
      localStorage.setItem('onboardingComplete', 'true')
      localStorage.setItem('push_notification_asked', 'true')
    },
    [token, deviceId],
  )
  return context.newPage()
}
