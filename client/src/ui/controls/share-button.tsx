import { Check, Link2, Share2 } from 'lucide-react'
import { canShareNatively, type Shared, shareLink } from '../../platform/sharing/share.ts'
import { Button } from './button.tsx'
import { usePassOn } from './use-pass-on.tsx'

interface ShareButtonProps {
  shared: Shared
  /** The label when the button opens the share sheet; `copyLabel` when it copies the link. */
  label: string
  copyLabel?: string
  tone?: 'primary' | 'plain'
  size?: 'small' | 'medium'
  wide?: boolean
}

/** Shares a link with the system's share sheet, otherwise copies it, otherwise shows it in a dialog. */
export function ShareButton({ shared, label, copyLabel = label, tone, size, wide }: ShareButtonProps) {
  const [isDone, share, failed] = usePassOn(shared.url, () => shareLink(shared))
  const isNative = canShareNatively()
  return (
    <>
      <Button
        tone={tone}
        size={size}
        wide={wide}
        icon={isDone ? <Check aria-hidden /> : isNative ? <Share2 aria-hidden /> : <Link2 aria-hidden />}
        onClick={share}
      >
        {isDone ? 'Link copied!' : isNative ? label : copyLabel}
      </Button>
      {failed}
    </>
  )
}
