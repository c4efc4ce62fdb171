import { expect, it, vi } from 'vitest'
import { drawingUrl } from './drawing-image.tsx'

it('gives each drawing one blob address, with or without its data prefix, as long as few others are shown', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const first = btoa('the first')
  const url = drawingUrl(first)
  expect(url).toMatch(/^blob:/)
  expect(drawingUrl(`data:image/png;base64,${first}`)).toBe(url)
  for (let at = 0; at < 499; at++) drawingUrl(btoa(`another ${at}`))
  expect(drawingUrl(first)).toBe(url)
  revoke.mockClear()
  drawingUrl(btoa('one more'))
  expect(revoke).toHaveBeenCalledExactlyOnceWith(url)
  expect(drawingUrl(first)).not.toBe(url)
})

it('gives text that is not base64 an address too, of a broken image', () => {
  expect(drawingUrl('?')).toMatch(/^blob:/)
})
