import { decode } from 'fast-png'
import { Drawing } from '../../src/drawing/drawing.ts'
import type { SavedDrawing } from '../../src/drawing/saved-drawings.ts'
import { invitedBot } from '../driver/bots.ts'
import { eventually } from './eventually.ts'
import { expect, test } from './fixtures.ts'
import { Player } from './player.ts'
import { expectReturn } from './returning.ts'
import { Sheet } from './sheet.ts'

test('a player draws one day, guesses the next, and can return, with bots', async ({
  engine,
  device,
  served,
}) => {
  const phone = await device({ dark: true, reducedMotion: true })
  let ann = new Player(await phone.openTab(), served.url)
  await ann.onboard('Ann')
  // WebKit never finishes the installation of a worker if the page that registered it is left meanwhile.
  await ann.tab.run(async () => {
    await navigator.serviceWorker.ready
  })
  const code = await ann.createGroup('Night Owls')
  const cleo = await invitedBot(served.url, 'Cleo', '🐙', code)
  const dora = await invitedBot(served.url, 'Dora', '🦉', code)
  await served.admin.triggerDailyGames()

  await test.step('theme and motion follow the system', async () => {
    expect(await ann.tab.run(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(41, 35, 32)')
    expect(await ann.tab.run(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  })

  await ann.press('link', 'Play')
  await ann.startTurn()
  await ann.see({ role: 'button', name: 'Submit Drawing' })
  const blank = await new Sheet(ann).shown()

  await test.step('strokes with each pointer type, fill, undo and redo', async () => {
    const sheet = new Sheet(ann)
    await sheet.draw(
      [
        [0.25, 0.8],
        [0.25, 0.45],
        [0.75, 0.45],
        [0.75, 0.8],
        [0.25, 0.8],
      ],
      'mouse',
    )
    const house = await sheet.until('see the first stroke', (shown) => shown !== blank)
    await ann.press('radio', 'red')
    await sheet.draw(
      [
        [0.2, 0.47],
        [0.5, 0.2],
        [0.8, 0.47],
      ],
      engine.pointerType,
    )
    const roofed = await sheet.until('see the roof', (shown) => shown !== house)
    await ann.press('radio', 'Fill')
    await sheet.draw([[0.5, 0.6]], engine.pointerType)
    const filled = await sheet.until('see the fill', (shown) => shown !== roofed)
    await ann.press('button', 'Undo')
    await sheet.until('see the fill undone', (shown) => shown === roofed)
    await ann.press('button', 'Redo')
    await sheet.until('see the fill again', (shown) => shown === filled)
  })

  await test.step('a killed tab is restored with pixels and undo', async () => {
    const before = await new Sheet(ann).shown()
    const again = new Player(await phone.openTab(), served.url)
    await ann.tab.kill()
    ann = again
    await ann.goto('/game/draw')
    const sheet = new Sheet(ann)
    await ann.see({ role: 'button', name: 'Submit Drawing' })
    await sheet.until('see the drawing again', (shown) => shown === before)
    await ann.press('button', 'Undo')
    await sheet.until('see the fill undone', (shown) => shown !== before)
    await ann.press('button', 'Redo')
    await sheet.until('see the fill again', (shown) => shown === before)
  })

  const strokes = await savedStrokes(ann)
  expect(strokes.map(({ tool }) => tool)).toEqual(['pen', 'pen', 'fill'])
  const [, roof] = strokes
  // Points include a pressure only for a pen.
  if (roof && 'points' in roof) expect(roof.points[0]).toHaveLength(engine.pointerType === 'pen' ? 3 : 2)
  await ann.press('button', 'Submit Drawing')
  await ann.see({ text: 'Results will be revealed tomorrow!' })
  await test.step('the submitted picture equals its strokes rasterised in Node, to the pixel', async () => {
    const { authToken } = await ann.storage()
    const response = await fetch(`${served.url}/api/game/today`, {
      headers: { authorization: `Bearer ${authToken}` },
    })
    const { yourSubmission } = (await response.json()) as { yourSubmission: { drawing: string } }
    const { data, channels } = decode(Buffer.from(yourSubmission.drawing.replace(/^data:.*,/, ''), 'base64'))
    const drawing = new Drawing()
    drawing.load(strokes)
    const rendered = new Uint8Array(drawing.picture.pixels.buffer)
    let differing = 0
    for (let pixel = 0; pixel < rendered.length / 4; pixel++)
      for (let part = 0; part < 3; part++)
        if (data[pixel * channels + part] !== rendered[pixel * 4 + part]) differing++
    expect(differing).toBe(0)
  })

  expect((await cleo.playTurn()).type).toBe('guess')
  expect((await dora.playTurn()).type).toBe('drawing')

  // Does not click the link: the page changes when the chain is complete, which would move the link under the click.
  await ann.goto('/')
  await ann.press('link', 'Results')
  await ann.press('button', 'Skip')
  const steps = { role: 'list', name: 'The chain' }
  await ann.until(steps, 'see the chain', ({ text }) =>
    ['Ann', 'Cleo', 'Dora'].every((name) => text.includes(name)),
  )

  await test.step('reactions arrive over the socket in both directions', async () => {
    const gameId = (await cleo.client.getToday()).gameId ?? ''
    await cleo.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'fire' } })
    await ann.see({ role: 'button', name: 'Fire: 1' })
    await ann.press('button', 'Fire: 1', engine.pointerType)
    await ann.see({ role: 'button', name: 'Fire: 2' })
    const known = await eventually('learn of the reaction', async () => {
      const { stepReactions } = await cleo.client.getReactions({ params: { gameId } })
      const [fire] = stepReactions[0]?.reactions ?? []
      return fire?.count === 2 ? fire : undefined
    })
    expect(known.recentReactors).toEqual(['Ann', 'Cleo'])
  })

  await test.step('the chain is saved as a GIF', async () => {
    await ann.tab.run(() => {
      const files: Blob[] = []
      const make = URL.createObjectURL
      URL.createObjectURL = (file) => {
        if (file instanceof Blob) files.push(file)
        return make.call(URL, file)
      }
      Object.assign(window, { files })
    })
    await ann.press('button', 'Picture, GIF or text')
    await ann.press('button', /^GIF/)
    await ann.see({ role: 'img', name: 'The chain as an animated GIF' })
    const gif = await ann.tab.run(async () => {
      const image = document.querySelector<HTMLImageElement>('[role="dialog"] img')
      await image?.decode()
      const file = (window as never as { files: Blob[] }).files.at(-1)
      const text = new TextDecoder('latin1').decode(await file?.arrayBuffer())
      // Each frame begins with a graphic control extension of four bytes.
      const frames = text.split('\x21\xf9\x04').length - 1
      return { width: image?.naturalWidth, height: image?.naturalHeight, type: text.slice(0, 6), frames }
    })
    expect(gif).toMatchObject({ width: 444, height: 522, type: 'GIF89a' })
    expect(gif.frames).toBeGreaterThan(20)
    await ann.tab.type('\uE00C')
  })

  await test.step('the next day brings a guessing turn', async () => {
    await served.admin.changeClock({ body: { to: 'midnight' } })
    await ann.goto('/')
    await ann.see({ role: 'link', name: 'See Results' })
    await served.admin.triggerDailyGames()
    expect((await cleo.playTurn()).type).toBe('drawing')
    await ann.startTurn()
    await ann.see({ role: 'img', name: 'The drawing to guess' })
    await ann.fill('textbox', /guess/i, 'a kettle with a hat')
    await ann.press('button', 'Guess')
    await ann.see({ role: 'radio', name: /^a kettle with a hat/ })
    await ann.press('button', 'Finalize Turn')
    await ann.press('button', 'Pass it on')
    await ann.see({ text: 'Turn Complete' })
    expect((await dora.playTurn()).type).toBe('drawing')
    await ann.press('link', 'Results')
    await ann.see({ role: 'button', name: 'Skip' })
  })
  await expectReturn(ann, served)
})

async function savedStrokes(player: Player): Promise<SavedDrawing['strokes']> {
  const entry = Object.entries(await player.storage()).find(([key]) => key.startsWith('inkling_drawing_'))
  return (JSON.parse(entry?.[1] ?? '{"strokes":[]}') as SavedDrawing).strokes
}
