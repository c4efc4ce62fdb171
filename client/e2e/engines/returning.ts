import { expect, test } from '@playwright/test'
import type { Served } from '../driver/server.ts'
import { eventually } from './eventually.ts'
import type { Player } from './player.ts'

/** Fails unless a player can return after the storage was cleared, and while the server is down. Stops the server. */
export async function expectReturn(ann: Player, served: Served): Promise<void> {
  const { deviceId } = await ann.storage()

  await test.step('the database restores the device id', async () => {
    await ann.tab.run(() => localStorage.clear())
    await ann.goto('/profile')
    await ann.see({ text: 'Ann' })
    expect((await ann.storage()).deviceId).toBe(deviceId)
  })

  await test.step('the tabs are at the bottom, and the theme of the player comes before that of the system', async () => {
    await ann.press('radio', 'Day')
    await eventually('see the page by day', async () => {
      const colour = await ann.tab.run(() => getComputedStyle(document.body).backgroundColor)
      return colour === 'rgb(253, 247, 232)' || undefined
    })
    const look = await ann.tab.run(() => ({
      tabsEnd: Math.round(document.querySelector('nav')?.getBoundingClientRect().bottom ?? 0),
      height: innerHeight,
      overhang: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(look).toEqual({ tabsEnd: 844, height: 844, overhang: 0 })
  })

  await test.step('without the server, the cached client opens all its screens', async () => {
    await served.stop()
    await ann.goto('/')
    await ann.see({ role: 'button', name: 'Try Again' })
    await ann.press('link', 'Profile')
    await ann.see({ role: 'heading', name: 'Profile' })
  })

  await test.step('a player who logged out is asked before being signed in again', async () => {
    await ann.press('button', 'Log Out')
    await ann.press('button', 'Log Out')
    await ann.see({ text: /Welcome back, Ann/ })
    await ann.tab.run(() => localStorage.clear())
    await ann.goto('/')
    await ann.see({ role: 'button', name: 'Continue as Ann' })
  })
}
