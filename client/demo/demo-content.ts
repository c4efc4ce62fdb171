import { drawSketch, handOf } from '@inkling/fixtures/drawings/hand'
import { type PackedSketch, unpackSketch } from '@inkling/fixtures/drawings/sketch'
import { Random } from '@inkling/fixtures/random'
import { words } from '@inkling/fixtures/words'
import type { Content } from '@inkling/mock-server/browser'
import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { pixelsOf } from '@inkling/mock-server/picture/painting/rasterise'
import { encodeStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import { pngRows, writePng } from '@inkling/mock-server/picture/write-png'
import { deflateByStream } from '@inkling/mock-server/picture/zlib-streams'

/** The words and drawings of the fixtures. */
export const demoContent: Content = {
  words,
  async draw(word, seed) {
    const random = new Random(`${word}\n${seed}`)
    const sketch = random.pick(await sketchesOf(word, seed))
    const strokes: Stroke[] = drawSketch(unpackSketch(sketch), handOf(random), random)
    return {
      png: writePng(CANVAS.size, await deflateByStream(pngRows(pixelsOf(strokes), CANVAS.size))),
      strokes: await encodeStrokes(strokes),
      strokeCount: strokes.length,
    }
  },
}

/** The drawings of a word; those of another word if it has none. */
async function sketchesOf(word: string, seed: string): Promise<readonly PackedSketch[]> {
  const { default: known } = await import('@inkling/fixtures/drawings/data/openmoji.generated.json')
  const sketches = known as Readonly<Record<string, readonly PackedSketch[]>>
  return sketches[word] ?? new Random(seed).pick(Object.values(sketches))
}
