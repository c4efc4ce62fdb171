import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with each violated WCAG 2.2 AA rule and its elements. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolations(
    new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  )

/** Checks all rules in the light theme, and the colour rules in the dark theme, where nothing else differs. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await transitionsEnd(page)
  await expectNoViolations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light' })
  await transitionsEnd(page)
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  // The default mode opens a second page per analysis to support frames, which the client does not use.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** During the transition between themes, colours belong to neither. */
const transitionsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // Settled, because a transition is cancelled when its element is removed.
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
