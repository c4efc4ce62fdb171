import { expect, type Page } from '@playwright/test'
import { firstSight } from '../driver/briefly.ts'

/** What a player needs of a turn. */
const NEEDED = 'main :is([role=timer], canvas, img, button, [role=radio], [role=slider])'

/**
 * Fails if a banner about the connection covers the timer, a tool or a button of a turn, or is not whole.
 * @param look looks at the page below each banner
 */
export async function expectBannersBesideTurn(page: Page, look = async () => {}): Promise<void> {
  const context = page.context()
  await context.setOffline(true)
  expect(await firstSight(page, 'Offline', NEEDED)).toMatchObject({ covered: [] })
  await look()
  const [seen] = await Promise.all([
    firstSight(page, 'Connection restored!', NEEDED),
    context.setOffline(false),
  ])
  expect(seen).toEqual({ covered: [], isWhole: true })
  await look()
  await expect(page.getByText('Connection restored!')).toBeHidden()
}
