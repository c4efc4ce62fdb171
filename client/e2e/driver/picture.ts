import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const { UPDATE_PICTURES } = process.env
const folder = fileURLToPath(new URL('../pictures', import.meta.url))

/** With UPDATE_PICTURES=1, saves a screenshot as a picture of the README. */
export async function picture(page: Page, name: string): Promise<void> {
  if (UPDATE_PICTURES !== '1') return
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}
