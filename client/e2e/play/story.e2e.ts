import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { decode } from 'fast-png'
import { expectAccessibleInBothThemes } from '../driver/accessibility.ts'
import { invitedBot } from '../driver/bots.ts'
import { expect, test } from '../driver/fixtures.ts'
import { drawHouse, signUp } from '../driver/player.ts'

test('the story of a chain is controlled by keys, and is shared', async ({ person, served }) => {
  const { page, context } = await person({ wide: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { code } = await signUp(page, 'Ann', { creates: 'Kitchen Table', draws: true })
  const cleo = await invitedBot(served.url, 'Cleo', '🐙', code)
  const dora = await invitedBot(served.url, 'Dora', '🦉', code)
  await page.goto('/game/draw')
  await drawHouse(page)
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^Next word in \d+:\d\d:\d\d/)
  expect((await cleo.playTurn()).type).toBe('guess')
  expect((await dora.playTurn()).type).toBe('drawing')
  await page.getByRole('link', { name: 'Back to Home' }).click()

  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const story = page.getByRole('dialog', { name: 'The story of this chain' })
  const status = story.getByRole('status')
  await expect(status).toContainText('1 of 6: Ann drew')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('ArrowRight')
  await expect(status).toContainText('2 of 6: The word was')
  await page.keyboard.press('ArrowRight')
  await expect(status).toContainText(/3 of 6: Cleo (tried .+, and )?guessed/)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('ArrowLeft')
  await expect(status).toContainText('2 of 6: The word was')
  for (const next of ['3 of 6', '4 of 6: Dora drew', '5 of 6: Table prizes', '6 of 6: It ended as']) {
    await page.keyboard.press('ArrowRight')
    await expect(status).toContainText(next)
  }
  await expect(page.getByRole('button', { name: 'See the chain' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(story).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible()
  await expect(story).toHaveCount(0)

  await page.getByRole('button', { name: 'Picture, GIF or text' }).click()
  await expectAccessibleInBothThemes(page)
  await expect(page.getByText(/🔥 1 day in a row/)).toBeVisible()
  await page.getByRole('button', { name: /^Text without spoilers/ }).click()
  await expect(page.getByRole('button', { name: /^Copied!/ })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(
    /^Inkling, .+: [a-z ]+, as close as \d+%\n✏️\n👁️ [🟩🟨🟧⬛⬜]+\n✏️\n🔥 1 day in a row\nhttp:.+\/public\/results\/\S+$/u,
  )

  const { page: strangersPage } = await person()
  const resultsCalls: string[] = []
  strangersPage.on('request', (request) => {
    if (request.url().includes('/api/public/')) resultsCalls.push(request.resourceType())
  })
  await strangersPage.goto(text.slice(text.lastIndexOf('\n') + 1))
  await expect(strangersPage.getByRole('heading', { name: 'Game Results', exact: true })).toBeVisible()
  // Begun by the page (the game's own would be 'fetch'), and taken over by the game.
  expect(resultsCalls).toEqual(['other'])

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: /^Picture strip/ }).click()
  await expect(page.getByAltText('The chain as a picture strip')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessibleInBothThemes(page)
  const strip = await saved(page)
  expect(strip.name).toMatch(/^inkling-\d{4}-\d\d-\d\d\.png$/)
  const { width, height, data } = decode(strip.bytes)
  expect([width, height]).toEqual([1329, 2358])
  // Light paper in both themes.
  expect([...data.subarray(0, 3)]).toEqual([253, 247, 232])
  await page.getByRole('button', { name: 'Other ways' }).click()

  await page.getByRole('button', { name: /^GIF/ }).click()
  await expect(page.getByAltText('The chain as an animated GIF')).toBeVisible({ timeout: 60_000 })
  const gif = await saved(page)
  // As long as it is shown, it moves.
  await page.keyboard.press('Escape')
  expect(gif.name).toMatch(/\.gif$/)
  const animation = await decodeGif(page, gif.bytes)
  expect(animation).toMatchObject({ width: 444, height: 522, repeats: true })
  expect(animation.frames).toBeGreaterThan(20)
  expect(animation.distinct).toBeGreaterThan(20)
  expect(gif.bytes.length).toBeLessThan(1_000_000)

  // The report of a group's host removes a drawing for everybody, also from the pictures to share.
  await page.getByRole('button', { name: 'Report the drawing of Dora' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('radio', { name: 'Something else is wrong' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('listitem').getByAltText('This drawing was removed')).toBeVisible()

  await page.goto('/history')
  await expect(page.getByRole('heading', { name: '1 day in a row' })).toBeVisible()
  await page.getByRole('button', { name: 'Calendar' }).click()
  await expectAccessibleInBothThemes(page)
  await page
    .getByRole('table')
    .getByRole('button', { name: /: played$/ })
    .click()
  await expect(page.getByRole('dialog').getByAltText('Your drawing')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the story plays, pauses, and follows taps and swipes', async ({ person, served }) => {
  const { page, context } = await person({ motion: true })
  const { id } = await signUp(page, 'Ann')
  await served.admin.createMockGame({ body: { userId: id } })
  await page.goto('/game/results')
  const status = page.getByRole('dialog').getByRole('status')
  await pauseAtBeginning(page)
  const touch = await context.newCDPSession(page)
  const swipe = async (from: number, to: number) => {
    const at = (x: number) => ({ touchPoints: [{ x, y: 380 }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
    for (let part = 1; part <= 6; part++) {
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        ...at(from + ((to - from) * part) / 6),
      })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  /** Waits until the page is on the screen: before its first frame, a touch belongs to the page that it replaces. */
  const turned = async (at: RegExp) => {
    await expect(status).toHaveText(at)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await turned(/^1 of/)
  await page.touchscreen.tap(180, 380)
  await turned(/^2 of/)
  await swipe(260, 90)
  await turned(/^3 of/)
  await swipe(90, 260)
  await turned(/^2 of/)
})

/** Pauses the story and goes back to its first page, wherever it is. */
async function pauseAtBeginning(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click()
  const back = page.getByRole('button', { name: 'Back', exact: true }).last()
  while (await back.isEnabled()) await page.keyboard.press('ArrowLeft')
}

/** Presses Save and returns the downloaded file. */
async function saved(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save' }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Decodes a GIF in the browser. `distinct` is the number of different frames. */
async function decodeGif(page: Page, bytes: Buffer) {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const decoder = new ImageDecoder({ data, type: 'image/gif' })
    await Promise.all([decoder.tracks.ready, decoder.completed])
    const track = decoder.tracks.selectedTrack
    if (!track) throw new Error('There is no picture in the GIF')
    const looks = new Set<string>()
    let [width, height] = [0, 0]
    for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex })
      width = image.displayWidth
      height = image.displayHeight
      const pixels = new Uint8Array(image.allocationSize())
      await image.copyTo(pixels)
      image.close()
      const digest = await crypto.subtle.digest('SHA-1', pixels)
      looks.add(new Uint8Array(digest).join())
    }
    const { frameCount, repetitionCount } = track
    return {
      width,
      height,
      frames: frameCount,
      distinct: looks.size,
      repeats: repetitionCount === Number.POSITIVE_INFINITY,
    }
  }, bytes.toString('base64'))
}
