import { expect, it, vi } from 'vitest'
import { PNG } from '../testing/builders.ts'
import { drawingUrl } from './drawing-url.ts'

it('gives each drawing one blob address, with or without its data prefix, as long as few others are shown', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const url = drawingUrl(PNG)
  expect(url).toMatch(/^blob:/)
  expect(drawingUrl(`data:image/png;base64,${PNG}`)).toBe(url)
  for (let at = 0; at < 499; at++) drawingUrl(btoa(`another ${at}`))
  expect(drawingUrl(PNG)).toBe(url)
  expect(revoke).not.toHaveBeenCalled()
  drawingUrl(btoa('one more'))
  expect(revoke).toHaveBeenCalledExactlyOnceWith(url)
  expect(drawingUrl(PNG)).not.toBe(url)
})

it('gives text that is not base64 an address too, of a broken image', () => {
  expect(drawingUrl('?')).toMatch(/^blob:/)
})
