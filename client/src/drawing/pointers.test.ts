import { beforeEach, describe, expect, it, vi } from 'vitest'
import { followPointers, type Movable, PEN_REST_MS, type PointerOptions } from './pointers.ts'

/** A canvas of 700 screen pixels, 100 from the left and 50 from the top: two screen pixels per canvas pixel. */
function setUp() {
  const canvas = document.createElement('canvas')
  document.body.replaceChildren(canvas)
  const box = { left: 100, top: 50, width: 700 }
  canvas.getBoundingClientRect = () => box as DOMRect
  canvas.setPointerCapture = () => {}
  const actions = {
    press: vi.fn(),
    move: vi.fn(),
    lift: vi.fn(),
    cancel: vi.fn(),
    refuse: vi.fn(),
    point: vi.fn(),
  } satisfies Movable & Omit<PointerOptions, 'mayFingerDraw'>
  const finger = { draws: false }
  const stop = followPointers(canvas, actions, { ...actions, mayFingerDraw: () => finger.draws })
  const fire = (
    type: string,
    x: number,
    y: number,
    rest: Partial<PointerEventInit & { at: number }> = {},
  ) => {
    const { at = 0, ...init } = rest
    const button = type === 'pointermove' ? -1 : 0
    const event = new PointerEvent(type, {
      pointerId: 1,
      pointerType: 'mouse',
      button,
      clientX: 100 + 2 * x,
      clientY: 50 + 2 * y,
      cancelable: true,
      ...init,
    })
    Object.defineProperty(event, 'timeStamp', { value: at })
    if (init.coalescedEvents) Object.assign(event, { getCoalescedEvents: () => init.coalescedEvents })
    canvas.dispatchEvent(event)
    return event
  }
  return { actions, fire, stop, box, touch: finger }
}

type SetUp = ReturnType<typeof setUp>
const finger = (id: number, at = 0) => ({ pointerType: 'touch', pointerId: id, at })
const pen = (pressure: number) => ({ pointerType: 'pen', pointerId: 5, pressure })

describe('followPointers', () => {
  let { actions, fire, stop, box, touch }: SetUp = setUp()
  beforeEach(() => {
    ;({ actions, fire, stop, box, touch } = setUp())
  })

  it('converts window to canvas pixels', () => {
    fire('pointerdown', 10, 20)
    fire('pointermove', 30, 40)
    fire('pointerup', 35, 45)
    expect(actions.press).toHaveBeenCalledWith(10, 20, undefined, false)
    expect(actions.move.mock.calls).toEqual([
      [30, 40, undefined],
      [35, 45, undefined],
    ])
    expect(actions.lift).toHaveBeenCalledOnce()
  })

  it('uses every coalesced sample', () => {
    const samples = Array.from(
      { length: 8 },
      (_, index) => new PointerEvent('pointermove', { clientX: 100 + 2 * index, clientY: 50 }),
    )
    fire('pointerdown', 0, 0)
    fire('pointermove', 7, 0, { coalescedEvents: samples })
    expect(actions.move.mock.calls.map(([x]) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('continues a stroke without a jump when the canvas moves', () => {
    fire('pointerdown', 10, 10)
    box.top += 60
    fire('pointermove', 20, 10)
    expect(actions.move).toHaveBeenLastCalledWith(20, 10, undefined)
    fire('pointerup', 20, 10)
    fire('pointerdown', 10, 40)
    expect(actions.press).toHaveBeenLastCalledWith(10, 10, undefined, false)
  })

  it('draws with the main button only', () => {
    fire('pointerdown', 10, 10, { button: 2 })
    fire('pointermove', 20, 10)
    expect(actions.press).not.toHaveBeenCalled()
    expect(actions.move).not.toHaveBeenCalled()
  })

  it('uses the pressure of a pen and recognises its eraser end', () => {
    fire('pointerdown', 10, 10, pen(0.25))
    fire('pointerup', 10, 10, pen(0))
    expect(actions.press).toHaveBeenCalledWith(10, 10, 0.25, false)
    fire('pointerdown', 10, 10, { ...pen(0.5), button: 5 })
    expect(actions.press).toHaveBeenLastCalledWith(10, 10, 0.5, true)
  })

  it('refuses palms while a pen is used, until the pen rests or fingers are allowed', () => {
    const press = (at: number) => {
      fire('pointerdown', 10, 10, finger(1, at))
      fire('pointermove', 20, 10, finger(1, at))
      fire('pointerup', 20, 10, finger(1, at))
    }
    fire('pointermove', 0, 0, pen(0))
    press(PEN_REST_MS - 1)
    expect(actions.press).not.toHaveBeenCalled()
    expect(actions.refuse).toHaveBeenCalledOnce()
    touch.draws = true
    press(PEN_REST_MS - 1)
    expect(actions.press).toHaveBeenCalledTimes(1)
    touch.draws = false
    press(PEN_REST_MS)
    expect(actions.press).toHaveBeenCalledTimes(2)
    expect(actions.refuse).toHaveBeenCalledOnce()
  })

  it('does not report the palm of a hand that is drawing with the pen', () => {
    fire('pointerdown', 10, 10, pen(0.5))
    fire('pointerdown', 200, 200, finger(1))
    expect(actions.refuse).not.toHaveBeenCalled()
  })

  it('discards the stroke of a palm that touched before the pen', () => {
    fire('pointerdown', 200, 200, finger(1))
    fire('pointermove', 300, 200, finger(1, 2000))
    fire('pointerdown', 10, 10, pen(0.5))
    expect(actions.cancel).toHaveBeenCalledOnce()
    expect(actions.press).toHaveBeenLastCalledWith(10, 10, 0.5, false)
  })

  it('draws nothing with two fingers until both are lifted', () => {
    fire('pointerdown', 10, 10, finger(1))
    fire('pointermove', 12, 10, finger(1, 50))
    fire('pointerdown', 90, 90, finger(2, 100))
    expect(actions.cancel).toHaveBeenCalledOnce()
    fire('pointermove', 50, 50, finger(1, 150))
    fire('pointerup', 50, 50, finger(2, 200))
    fire('pointerdown', 60, 60, finger(3, 250))
    expect(actions.press).toHaveBeenCalledOnce()
    fire('pointerup', 60, 60, finger(3, 300))
    fire('pointerup', 50, 50, finger(1, 300))
    fire('pointerdown', 10, 10, finger(4, 400))
    expect(actions.press).toHaveBeenCalledTimes(2)
  })

  it('continues a long stroke when another finger touches', () => {
    fire('pointerdown', 10, 10, finger(1))
    fire('pointermove', 100, 10, finger(1, 500))
    fire('pointerdown', 90, 90, finger(2, 900))
    fire('pointermove', 120, 10, finger(1, 950))
    expect(actions.cancel).not.toHaveBeenCalled()
    expect(actions.move).toHaveBeenLastCalledWith(120, 10, undefined)
  })

  it('keeps a long stroke and discards a short one when the system cancels the touch', () => {
    fire('pointerdown', 10, 10, finger(1))
    fire('pointermove', 100, 10, finger(1, 500))
    fire('pointercancel', 100, 10, finger(1, 600))
    expect(actions.lift).toHaveBeenCalledOnce()
    fire('pointerdown', 10, 10, finger(2, 700))
    fire('pointercancel', 10, 10, finger(2, 750))
    expect(actions.cancel).toHaveBeenCalledOnce()
  })

  it('hides events on the canvas from other listeners, and ignores events elsewhere', () => {
    const types = ['pointerdown', 'pointermove', 'pointerup']
    const heard = vi.fn()
    const stopHearing = new AbortController()
    for (const capture of [true, false]) {
      for (const type of types) {
        document.body.addEventListener(type, heard, { capture, signal: stopHearing.signal })
      }
    }
    for (const type of types) fire(type, 10, 10, { bubbles: true })
    expect(actions.lift).toHaveBeenCalledOnce()
    expect(heard).not.toHaveBeenCalled()
    for (const type of types) document.body.dispatchEvent(new PointerEvent(type))
    stopHearing.abort()
    expect(heard).toHaveBeenCalledTimes(6)
    expect(actions.press).toHaveBeenCalledOnce()
  })

  it('reports every pointer, whether it draws or not', () => {
    fire('pointermove', 10, 10)
    fire('pointerdown', 10, 10)
    fire('pointermove', 20, 10)
    fire('pointerup', 20, 10)
    fire('pointermove', 30, 10, finger(2))
    expect(actions.point.mock.calls.map(([{ type, pointerType }]) => `${type} ${pointerType}`)).toEqual([
      'pointermove mouse',
      'pointerdown mouse',
      'pointermove mouse',
      'pointermove touch',
    ])
  })

  it('ends a stroke in progress when it stops, and ignores later events', () => {
    fire('pointerdown', 10, 10)
    stop()
    expect(actions.lift).toHaveBeenCalledOnce()
    fire('pointerdown', 10, 10)
    expect(actions.press).toHaveBeenCalledOnce()
  })
})
