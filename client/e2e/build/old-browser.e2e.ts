import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { expect, test } from '../driver/fixtures.ts'

const MISSING = {
  'CompressionStream of Safari 16.4': () => Reflect.deleteProperty(window, 'CompressionStream'),
  'color-mix of Firefox 113': () => {
    const supports = CSS.supports.bind(CSS) as (name: string, value: string) => boolean
    Object.assign(CSS, {
      supports: (name: string, value: string) => !value.startsWith('color-mix') && supports(name, value),
    })
  },
} as const

for (const [name, remove] of Object.entries(MISSING)) {
  test(`a browser without ${name} shows a message`, async ({ person, served }) => {
    const { page } = await person()
    await page.addInitScript(remove)
    await page.goto(`${served.url}/group`)
    await expect(page.getByRole('alert')).toContainText('This browser is too old for Inkling')
    await expect(page.getByText('Safari 16.4')).toBeVisible()
    // The game's script has loaded and has not replaced the message.
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('alert')).toBeVisible()
  })
}

test('the check parses as ES5', () => {
  const code = readFileSync(new URL('../../public/browser-check.js', import.meta.url), 'utf8')
  expect(transformSync(code, { target: 'es5' }).code).toBe(transformSync(code, { target: 'esnext' }).code)
})
