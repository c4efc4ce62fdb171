import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from './button.tsx'
import styles from './copy-failed-dialog.module.css'

/** Shows a text that could not be copied, so that the player can copy it manually. */
export function CopyFailedDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy Failed"
      onClose={onClose}
      hasClose
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      {/* The text is the content of a textarea, so that it is found by searching the page; that of an input is not. */}
      <label>
        Please copy this text manually:
        <textarea
          className={styles.text}
          value={text}
          rows={Math.min(12, text.split('\n').length)}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      </label>
    </Dialog>
  )
}
