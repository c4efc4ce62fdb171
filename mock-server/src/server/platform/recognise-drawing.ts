import type { Recognise } from '../../engine/ports.ts'

interface Prepared {
  recognise(png: Uint8Array, top: number): string[]
}

let recogniser: Promise<Prepared> | undefined

/**
 * Compares a picture with the stroke library, which is prepared at the first picture. Nothing is recognised in an empty
 * picture, or in one of a kind that the library cannot be compared with.
 */
export const recogniseDrawing: Recognise = async (png, top) => {
  recogniser ??= prepared()
  const { recognise } = await recogniser
  try {
    return recognise(png, top)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

async function prepared(): Promise<Prepared> {
  const [{ loadLibrary }, { Recogniser }] = await Promise.all([
    import('@inkling/fixtures/drawings/library'),
    import('@inkling/fixtures/drawings/recognise'),
  ])
  const library = new Recogniser(loadLibrary())
  return { recognise: (png, top) => library.recognise(png, { top }).map(({ word }) => word) }
}
