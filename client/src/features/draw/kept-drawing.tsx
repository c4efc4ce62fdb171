import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Board } from '../../drawing/board.ts'
import { latestDrawing } from '../../drawing/saved-drawings.ts'
import { saveAs } from '../../platform/sharing/share-file.ts'
import { local } from '../../platform/storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import styles from './kept-drawing.module.css'

/** The last drawing on this device that was not submitted, to look at and to save as a picture. */
export default function KeptDrawing() {
  const [kept, setKept] = useState<{ url: string; word: string } | null>(null)
  useEffect(() => {
    const saved = latestDrawing(local, Date.now())
    if (!saved || saved.strokes.length === 0) return
    const board = new Board()
    board.load(saved.strokes, [])
    let isShown = true
    import('../../drawing/export-drawing.ts')
      .then(({ drawingDataUrl }) => drawingDataUrl(board.drawing))
      .then(
        (url) => isShown && setKept({ url, word: saved.word ?? 'drawing' }),
        (error: unknown) => console.info('The last drawing cannot be shown:', error),
      )
    return () => {
      isShown = false
    }
  }, [])
  if (!kept) return null
  return (
    <figure className={styles.kept}>
      <DrawingImage png={kept.url} alt={`Your drawing of “${kept.word}”`} className={styles.drawing} />
      <figcaption>Your drawing is still here, for about an hour.</figcaption>
      <Button
        size="small"
        icon={<Download aria-hidden />}
        onClick={() => saveAs(kept.url, `inkling-${kept.word.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`)}
      >
        Save picture
      </Button>
    </figure>
  )
}
