import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

let failures = 0
let loads = 0
let told: (string | null)[] = []
const code = { default: ({ text }: { text: string }) => <p>{text}</p> }
const load = async () => {
  loads++
  if (failures-- > 0) throw new Error('Failed to fetch dynamically imported module')
  return code
}

/** A new module, because the player is told once per page. */
async function show() {
  vi.resetModules()
  const { loadPart } = await import('./load-part.ts')
  const { useToast } = await import('../../platform/toast.ts')
  told = []
  useToast.subscribe(({ text }) => told.push(text))
  const Part = loadPart(load)
  render(<Part text="Next word" />)
  await act(() => vi.advanceTimersByTimeAsync(0))
}

beforeEach(() => {
  loads = 0
  vi.useFakeTimers()
})

test('a part whose code fails to load appears a moment later', async () => {
  failures = 1
  await show()
  expect(screen.queryByText('Next word')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('Next word')).toBeVisible()
  expect(told).toEqual([])
})

test('a part appears as soon as the connection is back', async () => {
  failures = 1
  await show()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('Next word')).toBeVisible()
})

test('a part that fails again says so, once, and goes on trying', async () => {
  failures = 4
  await show()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(loads).toBe(2)
  expect(told).toEqual(['A part of this page did not load.'])
  await act(() => vi.advanceTimersByTimeAsync(10_000 + 60_000 + 60_000))
  expect(screen.getByText('Next word')).toBeVisible()
  expect(told).toHaveLength(1)
})
