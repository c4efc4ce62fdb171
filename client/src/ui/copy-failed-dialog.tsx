import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

/** What would have gone to the clipboard, to copy by hand. */
export function CopyFailedDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy Failed"
      onClose={onClose}
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Field
        label="Please copy this text manually:"
        value={text}
        readOnly
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
