import { expect, test } from '../driver/fixtures.ts'
import { signUp } from '../driver/player.ts'

test('the avatars are five in a row, of 80 px each where there is room', async ({ person }) => {
  const { page } = await person({ wide: true })
  await signUp(page, 'Ann', { at: '/profile' })
  await page.getByRole('button', { name: 'Change avatar' }).click()
  const images = page.getByRole('dialog').getByRole('radio').locator('img')
  await expect(images).toHaveCount(20)
  const perRow = () =>
    images.evaluateAll((all) => {
      const tops = all.map((image) => image.getBoundingClientRect().top)
      return tops.filter((top) => top === tops[0]).length
    })
  await expect.poll(() => images.first().boundingBox()).toMatchObject({ width: 80, height: 80 })
  await expect.poll(perRow).toBe(5)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(perRow).toBe(5)
})
