import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { loadScreen, type Screen, ScreenNotLoaded } from './load-screen.ts'

const code = { default: () => <p>The sheet</p> }

function show(Sheet: Screen) {
  const fallbacks = vi.fn(() => null)
  const Fallback = () => fallbacks()
  return { fallbacks, view: render(<Suspense fallback={<Fallback />}>{<Sheet />}</Suspense>) }
}

it('shows a preloaded screen without a fallback', async () => {
  const load = vi.fn(async () => code)
  const Sheet = loadScreen(load)
  await Sheet.preload()
  const { fallbacks } = show(Sheet)
  expect(screen.getByText('The sheet')).toBeVisible()
  expect(fallbacks).not.toHaveBeenCalled()
  expect(load).toHaveBeenCalledOnce()
})

it('loads a screen again whose preload failed', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const load = vi.fn(async () => code).mockRejectedValueOnce(new Error('offline'))
  const Sheet = loadScreen(load)
  await Sheet.preload()
  expect(console.info).toHaveBeenCalledWith('A screen could not be preloaded:', new Error('offline'))
  const { fallbacks } = show(Sheet)
  expect(await screen.findByText('The sheet')).toBeVisible()
  expect(fallbacks).toHaveBeenCalled()
})

it('ensures that a screen is loaded, or says that it is not', async () => {
  const load = vi.fn(async () => code).mockRejectedValueOnce(new Error('offline'))
  const Sheet = loadScreen(load)
  await expect(Sheet.ensure()).rejects.toThrow(ScreenNotLoaded)
  await Sheet.ensure()
  show(Sheet)
  expect(screen.getByText('The sheet')).toBeVisible()
})

it('does not replace a screen that is displayed', async () => {
  const Sheet = loadScreen(async () => code)
  const { view } = show(Sheet)
  const shown = await screen.findByText('The sheet')
  await act(() => Sheet.preload())
  view.rerender(<Suspense>{<Sheet />}</Suspense>)
  expect(screen.getByText('The sheet')).toBe(shown)
})
