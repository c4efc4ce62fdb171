import { firstSight } from '../driver/briefly.ts'
import { expect, type Person, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { drawHouse, inDrawingTurn, signUp } from '../driver/player.ts'

test('the banners cover no timer, tool or button of a turn on a phone', async ({ person }) => {
  const ann = await person({ expects: WITHOUT_CONNECTION })
  const ben = await person({ expects: WITHOUT_CONNECTION })
  const code = await inDrawingTurn(ann.page)
  await signUp(ben.page, 'Ben', { joins: code, at: '/healthz' })
  await drawHouse(ann.page)
  for (const size of [
    { width: 360, height: 640 },
    { width: 740, height: 360 },
  ]) {
    await expectNothingCovered(ann, size)
  }
  await ann.page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(ann.page.getByText('Players Completed')).toBeVisible()
  await ben.page.goto('/game/ready')
  await ben.page.getByRole('button', { name: "Let's Go!" }).click()
  await expect(ben.page.getByRole('button', { name: 'Finalize Turn' })).toBeVisible()
  // A phone whose keyboard is open.
  await expectNothingCovered(ben, { width: 360, height: 340 })
})

async function expectNothingCovered({ page, context }: Person, size: { width: number; height: number }) {
  const needed = 'main :is([role=timer], canvas, img, button, [role=radio], [role=slider])'
  await page.setViewportSize(size)
  await context.setOffline(true)
  expect(await firstSight(page, 'Offline', needed)).toMatchObject({ covered: [] })
  const [seen] = await Promise.all([
    firstSight(page, 'Connection restored!', needed),
    context.setOffline(false),
  ])
  expect(seen).toEqual({ covered: [], isWhole: true })
  await expect(page.getByText('Connection restored!')).toBeHidden()
}
