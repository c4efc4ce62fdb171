import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const { UPDATE_PICTURES } = process.env
const shown = fileURLToPath(new URL('pictures', import.meta.url))
const passing = fileURLToPath(new URL('../../.cache/pictures', import.meta.url))

/** Saves a screenshot in .cache/pictures, or with UPDATE_PICTURES=1 as a picture of the README. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = UPDATE_PICTURES === '1' ? shown : passing
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}
