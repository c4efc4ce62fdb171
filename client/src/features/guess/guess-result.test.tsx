import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anAttempt } from '../../testing/builders.ts'
import { GuessResult } from './guess-result.tsx'

it.each([
  [40, '35%', 'Cold: Not very related 40%'],
  [60, '53%', 'Warm: Not very related 60%'],
  [80, '70%', 'Hot: Not very related 80%'],
])('a score of %i counts up to it, then is put into words', (score, halfway, landed) => {
  const now = 1000
  vi.spyOn(performance, 'now').mockReturnValue(now)
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const { container } = render(<GuessResult attempt={anAttempt('a bird', { similarityScore: score })} />)
  const showFrame = (at: number) => act(() => frames.shift()?.(now + at))
  expect(container).toHaveTextContent(/^0%$/)
  showFrame(400)
  expect(container.textContent).toBe(halfway)
  showFrame(800)
  expect(container.textContent).toBe(landed)
  expect(frames).toEqual([])
})
