/** In milliseconds, except `samples`. */
export interface Figures {
  handler: number
  frame: number
  /** Until the fill is displayed. */
  fill: number
  /** Deferred work after a fill: completing and saving it. */
  fillLater: number
  undo: number
  redo: number
  /** The number of stored samples of an event with eight. */
  samples: number
  /** A lower bound for a fill: writing all pixels twice and displaying them. */
  fillFloor: number
}

/**
 * Draws with pointer events of eight samples each, and measures the handlers and the painting. Runs in the page, so it
 * must not refer to anything outside this function.
 */
export async function measure(): Promise<Figures> {
  const canvas = document.querySelector('canvas')
  if (!canvas) throw new Error('There is no canvas to draw on')
  canvas.setPointerCapture = () => {}
  const box = canvas.getBoundingClientRect()
  let painting = 0
  const paint = CanvasRenderingContext2D.prototype.putImageData
  CanvasRenderingContext2D.prototype.putImageData = function (...args: unknown[]) {
    const start = performance.now()
    Reflect.apply(paint, this, args)
    painting += performance.now() - start
  }
  let later = 0
  const setTimer = window.setTimeout.bind(window)
  const timedTimer = (act: () => void, ms?: number) => setTimer(() => (later += timed(act)), ms)
  window.setTimeout = timedTimer as typeof setTimeout
  const nextFrame = () => new Promise(requestAnimationFrame)
  /** Strokes are saved in a task after the event that ended them. */
  const saved = () => new Promise((resolve) => setTimeout(resolve))
  const press = (init: KeyboardEventInit) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  const pointer = (type: string, x: number, y: number, coalescedEvents: PointerEvent[] = []) =>
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      pointerType: 'mouse',
      button: type === 'pointermove' ? -1 : 0,
      buttons: 1,
      clientX: box.left + (x / 350) * box.width,
      clientY: box.top + (y / 350) * box.height,
      coalescedEvents,
    })
  const timed = (act: () => void) => {
    const start = performance.now()
    act()
    return performance.now() - start
  }
  /** The time of an action, including the next frame. */
  const timedWithPaint = async (act: () => void) => {
    await nextFrame()
    painting = 0
    const acting = timed(act)
    await nextFrame()
    await nextFrame()
    return acting + painting
  }
  const percentile = (values: number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
  let [x, y, heading, steps] = [175, 175, 0, 0]
  const wander = () => {
    // The angles jump from step to step, and every run draws the same.
    heading += 0.4 * Math.sin(37 * steps++)
    if (x < 20 || x > 330 || y < 20 || y > 330) heading = Math.atan2(175 - y, 175 - x)
    x += 3 * Math.cos(heading)
    y += 3 * Math.sin(heading)
    return pointer('pointermove', x, y)
  }
  const moveEvent = () => {
    const samples = Array.from({ length: 8 }, wander)
    return pointer('pointermove', x, y, samples)
  }
  const stroke = (events: number) => {
    canvas.dispatchEvent(pointer('pointerdown', x, y))
    for (let index = 0; index < events; index++) canvas.dispatchEvent(moveEvent())
    canvas.dispatchEvent(pointer('pointerup', x, y))
  }
  const clickFill = () => {
    canvas.dispatchEvent(pointer('pointerdown', 4, 4))
    canvas.dispatchEvent(pointer('pointerup', 4, 4))
  }

  for (let times = 0; times < 30; times++) press({ key: ']' })
  stroke(30)
  const handlers: number[] = []
  const frames: number[] = []
  canvas.dispatchEvent(pointer('pointerdown', x, y))
  for (let index = 0; index < 200; index++) {
    const event = moveEvent()
    await nextFrame()
    painting = 0
    const handler = timed(() => canvas.dispatchEvent(event))
    await nextFrame()
    handlers.push(handler)
    frames.push(handler + painting)
  }
  canvas.dispatchEvent(pointer('pointerup', x, y))

  const savedStrokes = (): { points: number[][] }[] => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('inkling_drawing_'))
    return JSON.parse(localStorage.getItem(key ?? '') ?? '{}').strokes ?? []
  }
  canvas.dispatchEvent(pointer('pointerdown', x, y))
  canvas.dispatchEvent(moveEvent())
  canvas.dispatchEvent(pointer('pointerup', x, y))
  await saved()
  const samples = (savedStrokes().at(-1)?.points.length ?? 0) - 1

  for (let times = 0; times < 25; times++) press({ key: '[' })
  for (let strokes = savedStrokes().length; strokes < 200; strokes++) {
    stroke(4)
    await saved()
  }
  if (savedStrokes().length !== 200) throw new Error(`${savedStrokes().length} of 200 strokes were saved`)
  const undos: number[] = []
  const redos: number[] = []
  for (let times = 0; times < 30; times++) {
    undos.push(await timedWithPaint(() => press({ key: 'z', ctrlKey: true })))
  }
  for (let times = 0; times < 30; times++) {
    redos.push(await timedWithPaint(() => press({ key: 'y', ctrlKey: true })))
  }

  document.querySelector<HTMLButtonElement>('button[aria-label="Clear"]')?.click()
  press({ key: 'b' })
  for (let times = 0; times < 4; times++) stroke(6)
  press({ key: 'f' })
  const fills: number[] = []
  const fillsLater: number[] = []
  const colors = [...document.querySelectorAll<HTMLInputElement>('input[name="color"]')].slice(2)
  for (let times = 0; times < 24; times++) {
    colors[times % colors.length]?.click()
    // A player needs more than a frame from the crayons to the sheet.
    await nextFrame()
    later = 0
    fills.push(await timedWithPaint(clickFill))
    await saved()
    fillsLater.push(later)
  }
  const sheet = new ImageData(canvas.width, canvas.height)
  const copy = new Uint8ClampedArray(sheet.data.length)
  const context = canvas.getContext('2d')
  const floors: number[] = []
  for (let times = 0; times < fills.length; times++) {
    const act = () => {
      sheet.data.fill(times)
      copy.set(sheet.data)
      context?.putImageData(sheet, 0, 0)
    }
    await nextFrame()
    floors.push(timed(act))
  }
  return {
    handler: percentile(handlers, 0.95),
    frame: percentile(frames, 1),
    fill: percentile(fills, 0.95),
    fillLater: percentile(fillsLater, 0.95),
    undo: percentile(undos, 0.95),
    redo: percentile(redos, 0.95),
    samples,
    fillFloor: percentile(floors, 0.95),
  }
}
