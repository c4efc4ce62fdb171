import { PALETTE } from '@inkling/mock-server/contract/constants'
import type { Submission, SubmissionReply, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberPassed } from '../../session/device/passed-game.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { useSession } from '../../session/session-store.ts'
import { aToday, aTurn } from '../../testing/builders.ts'
import { useTurn } from '../../turn/turn-store.ts'
import DrawScreen from './draw-screen.tsx'
import { UNDO_SUBMIT_MS } from './use-submission.ts'

const NOW = Date.parse('2026-03-07T18:00:00.000Z')
const TAKEN: SubmissionReply = { success: true, gameCompleted: false, validationError: null }

const turnOf = (rest: Partial<TurnView> = {}) =>
  aTurn({ turnId: 'turn-1', type: 'drawing', word: 'lighthouse', previousEntry: null, ...rest })

describe('DrawScreen', () => {
  let submissions: Submission[] = []
  let answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response> = () =>
    Response.json(TAKEN)
  let yourStatus: 'playing' | 'pending' | 'completed' | 'skipped' = 'playing'

  beforeEach(() => {
    submissions = []
    answer = () => Response.json(TAKEN)
    yourStatus = 'playing'
    vi.useFakeTimers({
      now: NOW,
      // Encoding a PNG needs real time.
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    useSession.setState({ token: 'token' })
    // This environment has no canvas. Other tests cover the pixels.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      putImageData: () => {},
    } as unknown as RenderingContext as never)
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.endsWith('/submit-turn')) {
        submissions.push(JSON.parse(String(init?.body)))
        return answer(init?.signal)
      }
      if (input.endsWith('/today')) return Response.json(aToday({ yourStatus }))
      return Response.json({ success: true })
    })
  })
  // A screen that is left may submit its drawing.
  afterEach(cleanup)

  async function open(turn: TurnView | null = turnOf()) {
    if (turn) useTurn.setState({ turn, startedAt: NOW, updatesBefore: 10 ** 9 })
    const router = createMemoryRouter(
      [
        { path: '/game/draw', element: <DrawScreen /> },
        { path: '*', element: <p>elsewhere</p> },
      ],
      { initialEntries: ['/game/draw'] },
    )
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    return router
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const button = (name: string) => screen.getByRole('button', { name })
  const draw = (y = 100) => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    const at = (clientX: number) => ({ pointerId: 1, pointerType: 'mouse', button: 0, clientX, clientY: y })
    canvas.setPointerCapture = () => {}
    act(() => {
      for (const [type, x] of [
        ['pointerdown', 50],
        ['pointermove', 150],
        ['pointerup', 150],
      ] as const) {
        canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, ...at(x) }))
      }
    })
  }

  it('shows the word, the countdown, ten named colours, the brush and the tools', async () => {
    await open()
    expect(screen.getByText('lighthouse')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent('5:00')
    const colours = screen.getByRole('group', { name: 'Colour' })
    for (const { name } of PALETTE) {
      expect(colours.querySelector(`[title="${name}"] input`)).toBe(screen.getByRole('radio', { name }))
    }
    expect(screen.getByRole('radio', { name: 'black' })).toBeChecked()
    const size = screen.getByRole('slider', { name: 'Brush size' })
    expect(size).toHaveValue('5')
    expect(size).toHaveAttribute('min', '2')
    expect(size).toHaveAttribute('max', '30')
    for (const name of ['Undo', 'Redo', 'Clear', 'Pass', 'Submit Drawing']) expect(button(name)).toBeVisible()
    expect(document.title).toBe('Inkling - Drawing')
  })

  it('refuses a blank sheet without sending it', async () => {
    await open()
    fireEvent.click(button('Submit Drawing'))
    const issue = within(screen.getByRole('alertdialog', { name: 'Drawing Issue' }))
    expect(issue.getByText('The drawing is empty. Please draw something first.')).toBeVisible()
    fireEvent.click(issue.getByRole('button', { name: 'Continue Drawing' }))
    await pass(2000)
    expect(submissions).toEqual([])
    expect(button('Submit Drawing')).toBeEnabled()
  })

  it("shows the previous player's guess, if there is one", async () => {
    await open(turnOf({ word: null, previousEntry: { guess: 'a tall candle' } }))
    expect(screen.getByText('a tall candle')).toBeVisible()
    expect(screen.getByText('Draw the guess')).toBeVisible()
  })

  it("shows 'Loading canvas...' until the turn is loaded, and then that there is none", async () => {
    yourStatus = 'pending'
    await open(null)
    expect(screen.getByText('Loading canvas...')).toBeVisible()
    expect(await screen.findByText('No active turn found. Please start a new turn.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })

  it('draws, undoes, redoes and clears', async () => {
    await open()
    expect(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    draw()
    expect(button('Undo')).toHaveAttribute('aria-disabled', 'false')
    fireEvent.click(button('Undo'))
    expect(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(button('Redo'))
    fireEvent.click(button('Clear'))
    expect(button('Clear')).toHaveAttribute('aria-disabled', 'true')
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true })
    expect(button('Clear')).toHaveAttribute('aria-disabled', 'false')
    fireEvent.keyDown(window, { key: 'Backspace' })
    expect(button('Clear')).toHaveAttribute('aria-disabled', 'false')
  })

  it('selects tools and sizes by keyboard', async () => {
    await open()
    fireEvent.keyDown(window, { key: 'e' })
    expect(screen.getByRole('radio', { name: 'Eraser' })).toBeChecked()
    fireEvent.keyDown(window, { key: 'f' })
    expect(screen.getByRole('radio', { name: 'Fill' })).toBeChecked()
    fireEvent.keyDown(window, { key: ']' })
    expect(screen.getByRole('slider')).toHaveValue('6')
    fireEvent.click(screen.getByRole('radio', { name: 'blue' }))
    expect(screen.getByRole('radio', { name: 'blue' })).toBeChecked()
  })

  it('has three brush presets, which show the colour', async () => {
    await open()
    for (const [name, size] of [
      ['Thick brush', '24'],
      ['Medium brush', '12'],
      ['Thin brush', '5'],
    ] as const) {
      fireEvent.click(button(name))
      expect(screen.getByRole('slider')).toHaveValue(size)
      expect(button(name)).toHaveAttribute('aria-pressed', 'true')
    }
    fireEvent.click(screen.getByRole('radio', { name: 'red' }))
    const red = PALETTE.find(({ name }) => name === 'red')?.hex
    expect(screen.getByRole('group', { name: 'Tool' })).toHaveStyle({ '--wax': red })
  })

  it('explains once that a hand does not draw while a pen does, and lets it', async () => {
    await open()
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    canvas.setPointerCapture = () => {}
    const tap = (pointerType: 'pen' | 'touch') =>
      act(() => {
        for (const type of ['pointerdown', 'pointerup']) {
          const at = { pointerId: 1, pointerType, button: 0, clientX: 50, clientY: 50, bubbles: true }
          canvas.dispatchEvent(new PointerEvent(type, at))
        }
      })
    const strokes = () => Number(button('Undo').getAttribute('aria-disabled') === 'false')
    tap('pen')
    fireEvent.click(button('Undo'))
    tap('touch')
    expect(strokes()).toBe(0)
    fireEvent.click(screen.getByRole('switch', { name: 'Draw with finger' }))
    tap('touch')
    expect(strokes()).toBe(1)
    fireEvent.click(button('Dismiss'))
    fireEvent.click(button('Undo'))
    tap('touch')
    expect(strokes()).toBe(1)
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('shows the tip of a fill where it is pressed, not where the last stroke ended', async () => {
    await open()
    draw()
    fireEvent.keyDown(window, { key: 'f' })
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    for (const type of ['pointermove', 'pointerdown']) {
      const event = new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true })
      Object.defineProperties(event, { offsetX: { value: 60 }, offsetY: { value: 70 } })
      act(() => void canvas.dispatchEvent(event))
    }
    await new Promise(requestAnimationFrame)
    const tip = canvas.nextElementSibling as HTMLElement
    expect(tip.style.getPropertyValue('--x')).toBe('60')
    expect(tip.style.getPropertyValue('--y')).toBe('70')
  })

  it('draws with the keyboard and announces when the pen is down', async () => {
    await open()
    const canvas = screen.getByLabelText('Canvas to draw on: lighthouse')
    fireEvent.keyDown(canvas, { key: ' ' })
    expect(screen.getByText('Pen down')).toBeInTheDocument()
    fireEvent.keyDown(canvas, { key: 'ArrowRight' })
    fireEvent.keyDown(canvas, { key: ' ' })
    expect(screen.getByText('Pen up')).toBeInTheDocument()
    expect(button('Clear')).toHaveAttribute('aria-disabled', 'false')
  })

  it("submits the drawing: shows 'Submitting drawing...', then opens /game/submitted", async () => {
    const router = await open()
    draw()
    await pass(61_000)
    fireEvent.click(button('Submit Drawing'))
    expect(screen.getByText('Submitting drawing...')).toBeVisible()
    expect(submissions).toEqual([])
    await pass(UNDO_SUBMIT_MS)
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/submitted'))
    expect(submissions).toHaveLength(1)
    expect(submissions[0]?.content.drawing).toMatch(/^iVBORw0KGgo/)
    expect(submissions[0]?.strokeCount).toBe(1)
    expect(submissions[0]?.timeSpent).toBeGreaterThanOrEqual(62)
    expect(submissions[0]?.timeSpent).toBeLessThan(90)
    expect(useTurn.getState().turn).toBeNull()
    expect(localStorage.getItem('inkling_drawing_turn-1')).toBeNull()
  })

  it('lets the player undo an accidental Submit', async () => {
    await open()
    draw()
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS / 2)
    fireEvent.click(button('Keep drawing'))
    await pass(10_000)
    expect(submissions).toEqual([])
    expect(screen.queryByText('Submitting drawing...')).toBeNull()
  })

  it('submits immediately if the player leaves the screen after Submit', async () => {
    const router = await open()
    draw()
    fireEvent.click(button('Submit Drawing'))
    await act(() => router.navigate('/'))
    await waitFor(() => expect(submissions).toHaveLength(1))
    await waitFor(() => expect(useTurn.getState().turn).toBeNull())
    await pass(UNDO_SUBMIT_MS)
    expect(submissions).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/')
    expect(localStorage.getItem('inkling_drawing_turn-1')).toBeNull()
  })

  it('asks before the page is left while a drawing is being submitted', async () => {
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await open()
    draw()
    expect(leave()).toBe(false)
    fireEvent.click(button('Submit Drawing'))
    expect(leave()).toBe(true)
    fireEvent.click(button('Keep drawing'))
    expect(leave()).toBe(false)
  })

  it('submits a drawing that was left during its submission, unless the player cancels', async () => {
    await open()
    draw()
    await pass(0)
    const left = { ...localStorage }
    cleanup()
    for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value)
    localStorage.setItem('inkling_submitting', 'turn-1')
    await open()
    fireEvent.click(button('Keep drawing'))
    cleanup()
    await open()
    expect(screen.queryByText('Submitting drawing...')).toBeNull()
    cleanup()
    localStorage.setItem('inkling_submitting', 'turn-1')
    const router = await open()
    await pass(UNDO_SUBMIT_MS)
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/submitted'))
    expect(submissions).toHaveLength(1)
    expect(localStorage.getItem('inkling_submitting')).toBeNull()
  })

  it('submits no empty sheet of an earlier visit', async () => {
    localStorage.setItem('inkling_submitting', 'turn-1')
    await open()
    expect(screen.queryByText('Submitting drawing...')).toBeNull()
    expect(localStorage.getItem('inkling_submitting')).toBeNull()
  })

  it('submits automatically once when the time is up', async () => {
    const router = await open(turnOf({ expiresAt: new Date(NOW + 10_000).toISOString() }))
    draw()
    await pass(5_000)
    expect(submissions).toEqual([])
    await pass(5_000)
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/submitted'))
    // The next screen says why.
    expect(router.state.location.state).toEqual({ isLate: true })
    await pass(10_000)
    expect(submissions).toHaveLength(1)
  })

  it("shows a 'Drawing Issue' until 'Continue Drawing' is pressed", async () => {
    answer = () => Response.json({ ...TAKEN, success: false, validationError: 'The drawing is empty.' })
    await open()
    draw()
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS)
    expect(await screen.findByRole('alertdialog', { name: 'Drawing Issue' })).toBeVisible()
    expect(screen.getByText('The drawing is empty.')).toBeVisible()
    fireEvent.click(button('Continue Drawing'))
    await waitFor(() => expect(screen.queryByText('Drawing Issue')).toBeNull())
    expect(localStorage.getItem('inkling_drawing_turn-1')).not.toBeNull()
    expect(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  })

  it("shows 'Submission Failed' with the reason, and can be retried", async () => {
    answer = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'The turn has expired' } }, { status: 409 })
    const router = await open()
    draw()
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS)
    expect(await screen.findByRole('alertdialog', { name: 'Submission Failed' })).toBeVisible()
    expect(screen.getByText('The turn has expired')).toBeVisible()
    expect(screen.getByText(/Your drawing is safe/)).toBeVisible()
    fireEvent.click(button('Dismiss'))
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS)
    await screen.findByRole('alertdialog', { name: 'Submission Failed' })
    answer = () => Response.json(TAKEN)
    fireEvent.click(button('Try Again'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/submitted'))
  })

  it('times out on a half-open connection, keeps the drawing, and does not submit it twice', async () => {
    const router = await open()
    answer = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    draw()
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS)
    await waitFor(() => expect(submissions).toHaveLength(1))
    await pass(30_000)
    const problem = await screen.findByRole('alertdialog', { name: 'Submission Failed' })
    expect(problem).toHaveTextContent('Connection lost. Please check your internet and try again.')
    expect(localStorage.getItem('inkling_drawing_turn-1')).not.toBeNull()
    // The server has received the drawing.
    yourStatus = 'completed'
    fireEvent.click(button('Dismiss'))
    fireEvent.click(button('Submit Drawing'))
    await pass(UNDO_SUBMIT_MS)
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/submitted'))
    expect(submissions).toHaveLength(1)
  })

  it("shows 'Drawing Submitted!' when another tab has submitted it, and goes home after 2 s", async () => {
    const router = await open()
    act(() => useTurn.setState({ updatesBefore: 0, validationError: 'The drawing is empty.' }))
    yourStatus = 'completed'
    await pass(5_000)
    expect(await screen.findByText('Drawing Submitted!')).toBeVisible()
    expect(screen.getByText('Taking you back to the game...')).toBeVisible()
    expect(useTurn.getState().validationError).toBeNull()
    await pass(1_000)
    expect(router.state.location.pathname).toBe('/game/draw')
    await pass(1_000)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it("shows 'Time is up!' when the server has given the turn to the next player", async () => {
    await open()
    act(() => useTurn.setState({ updatesBefore: 0 }))
    yourStatus = 'skipped'
    await pass(5_000)
    expect(await screen.findByText('Time is up!')).toBeVisible()
    expect(screen.queryByText(/No active turn found/)).toBeNull()
    expect(submissions).toEqual([])
  })

  it('does not say that the time is up to a player who has passed in another tab', async () => {
    await open()
    act(() => useTurn.setState({ updatesBefore: 0 }))
    rememberPassed('game1')
    yourStatus = 'skipped'
    await pass(5_000)
    expect(await screen.findByText('You passed this turn.')).toBeVisible()
    expect(screen.queryByText('Time is up!')).toBeNull()
  })

  it("shows 'Time is up!' and the drawing after the page was frozen for six minutes", async () => {
    await open()
    draw()
    await pass(0)
    answer = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'Your turn has expired' } }, { status: 409 })
    // No timer runs meanwhile.
    vi.setSystemTime(NOW + 360_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('Time is up!')).toBeVisible()
    expect(screen.queryByText('Submission Failed')).toBeNull()
    expect(await screen.findByAltText('Your drawing of “lighthouse”')).toBeVisible()
    let saved: HTMLAnchorElement | null = null
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved = this
    })
    fireEvent.click(button('Save picture'))
    expect(saved).toHaveAttribute('download', 'inkling-lighthouse.png')
    expect(saved).toHaveAttribute('href', expect.stringMatching(/^data:image\/png;base64,iVBOR/))
  })

  it("submits a sheet that is refused at the end of the turn once, and shows 'Time is up!', also after midnight", async () => {
    answer = () => Response.json({ ...TAKEN, success: false, validationError: 'The drawing is empty.' })
    await open(turnOf({ expiresAt: new Date(NOW + 2_000).toISOString() }))
    await pass(3_000)
    expect(await screen.findByRole('alertdialog', { name: 'Drawing Issue' })).toBeVisible()
    await pass(5_000)
    expect(submissions).toHaveLength(1)
    act(() => useTurn.setState({ updatesBefore: 0 }))
    yourStatus = 'pending'
    await pass(5_000)
    expect(await screen.findByText('Time is up!')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
