import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with every WCAG 2.2 AA rule that the screen breaks, and where. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolations(
    new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  )

/** Checks a page in the light theme, then the colour rules in the dark theme: nothing else differs there. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await transitionsEnd(page)
  await expectNoViolations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light' })
  await transitionsEnd(page)
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  // There are no frames to look into: without them, no second page is opened for each analysis.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** During the transition between themes, colours match neither. */
const transitionsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // A transition whose element is removed is cancelled, which also ends it.
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
