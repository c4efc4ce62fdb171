import { Check, Copy } from 'lucide-react'
import { copyText } from '../../platform/sharing/clipboard.ts'
import { Button } from './button.tsx'
import { usePassOn } from './use-pass-on.tsx'

/** Copies a text. If the browser refuses, a dialog shows the text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, copy, failed] = usePassOn(text, () => copyText(text))
  return (
    <>
      <Button size="small" icon={isDone ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={copy}>
        {isDone ? 'Copied!' : label}
      </Button>
      {failed}
    </>
  )
}
