import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const { resolve } = createRequire(import.meta.url)
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/** Of its preparations, only the loading of media: otherwise it parses all style sheets again for each analysis. */
const PREPARATION: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }
const WCAG: RunOptions = { ...PREPARATION, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const COLOURS: RunOptions = { ...PREPARATION, runOnly: ['color-contrast', 'link-in-text-block'] }

/** Fails with each violated WCAG 2.2 AA rule and its elements. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, WCAG)

/** Checks all rules in the light theme, and the colour rules in the dark theme, where nothing else differs. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  let violations = await page.evaluate(analyse, options)
  if (violations === null) {
    // A new document has no axe; loading it costs as much as analysing a screen.
    await page.evaluate(axe)
    violations = await page.evaluate(analyse, options)
  }
  expect(violations).toEqual([])
}

/** Runs in the page. @returns null if axe is not loaded */
async function analyse(options: RunOptions): Promise<string[] | null> {
  const { axe } = window as unknown as { axe?: { run: (options: RunOptions) => Promise<AxeResults> } }
  if (!axe) return null
  // Colours during a transition between themes belong to neither. Its end may start the transitions of elements that
  // inherit the colour.
  const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  for (let all = running(); all.length > 0; all = running()) for (const one of all) one.finish()
  const { violations } = await axe.run(options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
