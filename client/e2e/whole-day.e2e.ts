import { expect, test } from './fixtures.ts'
import { createGroup, drawHouse, joinGroup, onboard, startTurn } from './player.ts'

test('three friends play a day, and see after midnight what became of it', async ({ person, served }) => {
  const { page: ann } = await person()
  const { page: ben } = await person({ colorScheme: 'dark' })
  const { page: cleo } = await person({ wide: true, reducedMotion: true })
  await onboard(ann, 'Ann')
  const code = await createGroup(ann, 'Night Owls')
  for (const [page, name] of [
    [ben, 'Ben'],
    [cleo, 'Cleo'],
  ] as const) {
    await onboard(page, name)
    await joinGroup(page, code)
  }
  await served.inkling('daily', 'trigger')

  await startTurn(ann)
  const word = (await ann.getByText('Draw the word').locator('..').textContent()) ?? ''
  await drawHouse(ann)
  await ann.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(ann.getByText('Players Pending')).toBeVisible()

  await startTurn(ben)
  await ben.getByPlaceholder('Write your guess').fill('a small house')
  await ben.getByRole('button', { name: 'Guess', exact: true }).click()
  await expect(ben.getByRole('radio', { name: /^a small house/ })).toBeVisible()
  await ben.getByRole('button', { name: 'Finalize Turn' }).click()
  await expect(ben.getByText('Turn Complete')).toBeVisible()

  await startTurn(cleo)
  await expect(cleo.getByText('a small house')).toBeVisible()
  await drawHouse(cleo)
  await cleo.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(cleo.getByText('The chain is complete!')).toBeVisible()

  await served.inkling('clock', 'midnight')
  for (const page of [ann, ben, cleo]) {
    await page.goto('/')
    const card = page.getByRole('link', { name: 'See Results' })
    await expect(card).toBeVisible({ timeout: 20_000 })
    await card.click()
    const steps = page.getByRole('list', { name: 'The chain' }).getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(0)).toContainText('Ann')
    await expect(steps.nth(1)).toContainText('a small house')
    await expect(steps.nth(2)).toContainText('Cleo')
  }
  expect(word).toMatch(/^Draw the word\S/)
  await ann.goto('/history')
  await expect(ann.getByText('Completed')).toBeVisible()
  await expect(ann.getByRole('link', { name: 'View Full Results' })).toBeVisible()
})
