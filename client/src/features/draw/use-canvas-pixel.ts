import { CANVAS } from '@inkling/mock-server/contract/constants'
import { type RefObject, useEffect, useRef } from 'react'

/** Sets `--canvas-pixel` on `scope`: the size of a canvas pixel on `sheet`, in CSS pixels. */
export function useCanvasPixel(): [
  sheet: RefObject<HTMLDivElement | null>,
  scope: RefObject<HTMLDivElement | null>,
] {
  const sheet = useRef<HTMLDivElement>(null)
  const scope = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const pixel = (entry?.contentRect.width ?? CANVAS.size) / CANVAS.size
      scope.current?.style.setProperty('--canvas-pixel', `${pixel}px`)
    })
    if (sheet.current) observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [])
  return [sheet, scope]
}
