import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Whether nothing covers an element, all of which is on the screen. */
const isInSight = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) return false
    return [top + 3, (top + bottom) / 2, bottom - 3].every((y) => {
      const front = document.elementFromPoint((left + right) / 2, y)
      return front !== null && (element.contains(front) || front.contains(element))
    })
  })

export async function expectInSight(...wanted: Locator[]): Promise<void> {
  for (const each of wanted) await expect.poll(() => isInSight(each), String(each)).toBe(true)
}
