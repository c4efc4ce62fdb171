import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { Board } from '../../drawing/board.ts'
import { PATHS } from '../../paths.ts'
import { saveAs } from '../../platform/sharing/share-file.ts'
import { useToday } from '../../turn/today.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import styles from './drawing-table.module.css'
import { SheetAndTools } from './sheet-and-tools.tsx'
import { useAnnouncer } from './use-announcer.ts'
import { useBoardState } from './use-board-state.ts'
import { useCanvasPixel } from './use-canvas-pixel.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** A sheet to practise on, without a word or a clock. Nothing of it is sent, and only a picture of it can be kept. */
export default function PracticeTable() {
  const [board] = useState(() => new Board())
  const [said, say] = useAnnouncer()
  const [sheet, table] = useCanvasPixel()
  useShortcuts(board, true, say)
  return (
    <div className={styles.frame}>
      <TurnIsFree />
      <div ref={table} className={styles.table} data-words="short">
        <p className={styles.task}>Only on this device</p>
        <div className={styles.pass}>
          <ButtonLink to={PATHS.home} size="small" tone="quiet">
            Back
          </ButtonLink>
        </div>
        <h2 className={styles.word}>Practice sheet</h2>
        <SheetAndTools ref={sheet} board={board} prompt="a practice sheet" onSay={say}>
          <Keep board={board} onSay={say} />
        </SheetAndTools>
      </div>
      <p ref={said} className="visually-hidden" role="status" />
    </div>
  )
}

/** Saves the sheet as a picture on this device. */
function Keep({ board, onSay }: { board: Board; onSay: (text: string) => void }) {
  const isBlank = useBoardState(board, ({ strokeCount }) => strokeCount) === 0
  const isSaving = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const save = async () => {
    if (isSaving.current) return
    isSaving.current = true
    setFailed(false)
    try {
      const { drawingDataUrl } = await import('../../drawing/export-drawing.ts')
      saveAs(await drawingDataUrl(board.drawing), 'inkling-practice.png')
      onSay('Saved as a picture')
    } catch (error) {
      console.info('The practice sheet could not be saved:', error)
      setFailed(true)
    }
    isSaving.current = false
  }
  return (
    <>
      {hasFailed && <Notice tone="red">The picture could not be saved. Please try again.</Notice>}
      <Button wide disabled={isBlank} icon={<Download aria-hidden />} onClick={() => void save()}>
        Keep as a picture
      </Button>
    </>
  )
}

/** Tells a player who practises while they wait that they can play. */
function TurnIsFree() {
  const { data: today } = useToday()
  if (today?.yourStatus !== 'pending' || !today.canStartTurn) return null
  return (
    <Notice
      title="Your turn is free"
      actions={
        <ButtonLink to={PATHS.ready} size="small" tone="primary">
          Play
        </ButtonLink>
      }
    >
      This sheet stays until you leave it.
    </Notice>
  )
}
