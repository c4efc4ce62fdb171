import type { Locator, Page } from '@playwright/test'

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  let element = await wanted.elementHandle()
  for (let steps = 0; steps < 60; steps++) {
    const state = await element?.evaluate((node) => [node.isConnected, node === document.activeElement])
    // Finding an element by its role takes longer than everything else.
    if (!state?.[0]) element = await wanted.elementHandle()
    else if (state[1]) return
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${wanted}`)
}

/** Presses a button or follows a link without a pointer. */
export async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.press('Enter')
}
