import { expect, type Locator } from '@playwright/test'
import { decode } from 'fast-png'

/** Fails if the gloss of a button covers its label. */
export async function expectLabelAboveGloss(button: Locator): Promise<void> {
  // A gloss over all of the button, in a colour of its own, would hide the label.
  await button.evaluate((element) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'button::after { inset: 0 !important; height: auto !important; background: #f0f !important }',
    )
    document.adoptedStyleSheets = [sheet]
    element.style.fontSize = '40px'
  })
  const { data, channels, width, height } = decode(await button.screenshot({ animations: 'disabled' }))
  await button.evaluate((element) => {
    document.adoptedStyleSheets = []
    element.style.fontSize = ''
  })
  const seen = { gloss: 0, label: 0 }
  // Not the outline, which is as dark as the label.
  const edge = 16
  for (let y = edge; y < height - edge; y++) {
    for (let x = edge; x < width - edge; x++) {
      const at = (y * width + x) * channels
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red > 240 && green < 20 && blue > 240) seen.gloss++
      if (red < 60 && green < 60 && blue < 60) seen.label++
    }
  }
  expect(seen.gloss).toBeGreaterThan(1000)
  expect(seen.label).toBeGreaterThan(1000)
}
