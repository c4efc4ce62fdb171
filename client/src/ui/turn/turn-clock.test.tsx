import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { translate } from '../translate.fixture.ts'
import { TimeLeft } from './turn-clock.tsx'

let isStill = false
const buzz = vi.fn(() => true)

beforeEach(() => {
  isStill = false
  buzz.mockClear()
  Object.assign(navigator, { vibrate: buzz, userActivation: { hasBeenActive: true } })
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: isStill }) as MediaQueryList)
})
afterEach(() => {
  Object.assign(navigator, { vibrate: undefined, userActivation: undefined })
})

/**
 * Counts down from 62.
 * @returns each announcement, with the seconds left at which it appeared
 */
function countDown() {
  const { rerender } = render(<TimeLeft secondsLeft={62} />)
  const announced = new Map<string, number>()
  for (let seconds = 61; seconds >= 0; seconds--) {
    rerender(<TimeLeft secondsLeft={seconds} />)
    const text = screen.getByRole('status').textContent
    if (text && !announced.has(text)) announced.set(text, seconds)
  }
  return Object.fromEntries(announced)
}

it('announces the last minute, half minute and ten seconds', () => {
  expect(countDown()).toEqual({ 'One minute left': 60, 'Half a minute left': 30, 'Ten seconds left': 10 })
})

it('counts on in a page that the browser has translated', () => {
  const { rerender } = render(<TimeLeft secondsLeft={62} />)
  translate(document.body)
  rerender(<TimeLeft secondsLeft={61} />)
  expect(screen.getByRole('timer')).toHaveTextContent('1:01')
})

it('turns amber in the last minute, and red in the last twenty seconds', () => {
  const { rerender } = render(<TimeLeft secondsLeft={61} />)
  expect(screen.getByRole('timer')).not.toHaveClass('soon')
  rerender(<TimeLeft secondsLeft={60} />)
  expect(screen.getByRole('timer')).toHaveClass('soon')
  rerender(<TimeLeft secondsLeft={21} />)
  expect(screen.getByRole('timer')).not.toHaveClass('late')
  rerender(<TimeLeft secondsLeft={20} />)
  expect(screen.getByRole('timer')).toHaveClass('late')
})

it('pulses in the last ten seconds', () => {
  const { rerender } = render(<TimeLeft secondsLeft={11} />)
  expect(screen.getByRole('timer')).not.toHaveClass('last')
  rerender(<TimeLeft secondsLeft={10} />)
  expect(screen.getByRole('timer')).toHaveClass('last')
})

it('vibrates once, at ten seconds', () => {
  countDown()
  expect(buzz).toHaveBeenCalledOnce()
})

it('does not vibrate for a player who prefers reduced motion', () => {
  isStill = true
  countDown()
  expect(buzz).not.toHaveBeenCalled()
})

it('does not vibrate before the player has touched the page', () => {
  Object.assign(navigator, { userActivation: { hasBeenActive: false } })
  countDown()
  expect(buzz).not.toHaveBeenCalled()
})
