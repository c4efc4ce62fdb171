import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const { resolve } = createRequire(import.meta.url)
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

const WCAG: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Fails with each violated WCAG 2.2 AA rule and its elements. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, WCAG)

/** Checks all rules in the light theme, and the colour rules in the dark theme, where nothing else differs. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await endTransitions(page)
  await expectNoViolations(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  await endTransitions(page)
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  // A new document has no axe; loading it costs as much as analysing a screen.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, options)
  expect(violations).toEqual([])
}

/** Ends transitions, because colours during the transition between themes belong to neither. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // The end of a transition may start those of elements that inherit the colour.
    for (let all = running(); all.length > 0; all = running()) for (const one of all) one.finish()
  })
