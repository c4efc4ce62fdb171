import { expect, type Locator } from '@playwright/test'

export const PHONE = { width: 360, height: 740 }
export const SMALL_PHONE = { width: 360, height: 640 }
export const LARGE_PHONE = { width: 390, height: 844 }
export const SIDEWAYS = { width: 844, height: 390 }
export const TABLET = { width: 820, height: 1180 }
export const LAPTOP = { width: 1280, height: 800 }
export const DESKTOP = { width: 1440, height: 900 }
/** A desktop zoomed in four times. */
export const ZOOMED = { width: 320, height: 200 }

export async function sizeOf(wanted: Locator): Promise<{ width: number; height: number }> {
  const box = await wanted.boundingBox()
  if (!box) throw new Error(`${wanted} is not displayed`)
  return { width: Math.round(box.width), height: Math.round(box.height) }
}

/** What can be pressed of the finger's 44 px. */
const TAP = 44

export async function expectTaps(buttons: Locator, count: number): Promise<void> {
  await expect(buttons).toHaveCount(count)
  const sides = await buttons.evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return [width, height]
    }),
  )
  expect(Math.round(Math.min(...sides))).toBeGreaterThanOrEqual(TAP)
}
