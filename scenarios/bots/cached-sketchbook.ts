import { createHash } from 'node:crypto'
import type { Picture, Recognised, Sketchbook } from './sketchbook.ts'

/**
 * A sketchbook for simulations with many thousands of games. It draws each word with only a few hands, and caches the
 * pictures and the words recognised in them.
 */
export function cachedSketchbook(inner: Sketchbook, hands = 1): Sketchbook {
  const drawn = new Map<string, Picture>()
  const recognised = new Map<string, Promise<readonly Recognised[]>>()
  const once = <T>(memory: Map<string, T>, key: string, make: () => T): T => {
    const known = memory.get(key)
    if (known !== undefined) return known
    const made = make()
    memory.set(key, made)
    return made
  }
  return {
    draw(text, seed, patience) {
      const hand = `hand ${createHash('sha256').update(seed).digest().readUInt32LE() % hands}`
      return once(drawn, `${text}\n${hand}\n${patience}`, () => inner.draw(text, hand, patience))
    },
    recognise(png, max) {
      const key = createHash('sha256').update(png).digest('base64')
      return once(recognised, `${key}\n${max}`, () => inner.recognise(png, max))
    },
    beside: inner.beside,
  }
}
