import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../platform/sharing/clipboard.ts'
import { Button } from './button.tsx'
import { CopyFailedDialog } from './copy-failed-dialog.tsx'
import { useJustDone } from './use-just-done.ts'

/** Copies a text. If the browser refuses, a dialog shows the text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, done] = useJustDone()
  const [failed, setFailed] = useState(false)
  const copy = async () => {
    if (await copyText(text)) done()
    else setFailed(true)
  }
  return (
    <>
      <Button
        size="small"
        icon={isDone ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        {isDone ? 'Copied!' : label}
      </Button>
      {failed && <CopyFailedDialog text={text} onClose={() => setFailed(false)} />}
    </>
  )
}
