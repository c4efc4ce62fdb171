import { expect, type Page } from '@playwright/test'

/** Fails if a narrow phone cuts off or breaks up text at twice its size. */
export const expectFitsLargeText = (page: Page, where: string): Promise<void> =>
  withLargeText(page, () =>
    expect
      .configure({ soft: true })
      .poll(() => misfits(page), where)
      .toEqual([0]),
  )

/** Looks at a page with text at twice its size. */
export async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  await setTextSize(page, '200%')
  await look()
  await setTextSize(page, '')
}

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, size)

/** How far the page is wider than the screen; controls whose text is cut off or outside; letters below each other. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    const cut = [
      ...document.querySelectorAll<HTMLElement>('button:not([role=switch]), a, h1, h2, h3, [role=timer]'),
    ].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      if (width === 0 || element.closest('.visually-hidden, [aria-hidden=true]')) return false
      return left < -1 || right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 2
    })
    const tall = [...document.querySelectorAll('main p')].filter((element) => {
      if (element.closest('.visually-hidden, [aria-hidden=true]')) return false
      const { width, height } = element.getBoundingClientRect()
      return height > 3 * Math.max(width, Number.parseFloat(getComputedStyle(element).fontSize))
    })
    return [wide, ...[...cut, ...tall].map((element) => element.ariaLabel ?? element.textContent)]
  })
