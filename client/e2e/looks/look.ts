import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../driver/accessibility.ts'
import { expectTranslated } from '../driver/translation.ts'
import { expectFitsLargeText } from './large-text.ts'

/** Looks at a translated page in every way that applies to all screens. */
export async function look(page: Page, where: string): Promise<void> {
  await expectAccessibleInBothThemes(page)
  await expectFitsLargeText(page, where)
  await expectTranslated(page)
}
