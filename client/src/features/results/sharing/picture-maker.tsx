import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { ArrowLeft, Download, Share2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dateText } from '../../../day/day-text.ts'
import type { Shared } from '../../../platform/sharing/share.ts'
import { canShareFile, saveFile, shareFile } from '../../../platform/sharing/share-file.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ShareButton } from '../../../ui/controls/share-button.tsx'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { useMadeFile } from '../../../ui/gif/use-made-file.ts'
import { InkBar } from '../../../ui/style/ink-bar.tsx'
import { captionOf } from './caption.ts'
import styles from './picture-maker.module.css'
import type { PictureRequest } from './picture-request.ts'

export type PictureKind = 'strip' | 'gif'

interface Format {
  ending: string
  alt: string
  busy: string
  load: () => Promise<(request: PictureRequest) => Promise<Blob>>
}

const FORMATS: Record<PictureKind, Format> = {
  strip: {
    ending: 'png',
    alt: 'The chain as a picture strip',
    busy: 'Pasting the pages together',
    load: async () => (await import('./picture-strip.ts')).makePictureStrip,
  },
  gif: {
    ending: 'gif',
    alt: 'The chain as an animated GIF',
    busy: 'Drawing it all once more',
    load: async () => (await import('./animated-gif.ts')).makeAnimatedGif,
  },
}

interface PictureMakerProps {
  kind: PictureKind
  results: GameResults
  shared: Shared
  /** The name of the group that played the chain; null if there is none. */
  group: string | null
  onBack: () => void
}

/** Generates a picture of the chain, shows it, and shares or downloads it. */
export function PictureMaker({ kind, results, shared, group, onBack }: PictureMakerProps) {
  const { alt, busy, ending, load } = FORMATS[kind]
  const [part, setPart] = useState(0)
  const { made, hasFailed, retry } = useMadeFile(
    `${PRODUCT.toLowerCase()}-${results.date}.${ending}`,
    async (signal) => {
      const make = await load()
      return make({ results, caption: captionOf(results, group, shared.url), onProgress: setPart, signal })
    },
  )
  const place = useRef<HTMLDivElement>(null)
  // The previously focused element was removed.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.maker}>
      {made ? (
        <img src={made.url} alt={alt} className={styles.picture} />
      ) : hasFailed ? (
        <Notice tone="red">The picture could not be made. The link still works.</Notice>
      ) : (
        <div className={styles.busy} role="status">
          <p>{busy}</p>
          <InkBar value={Math.round(part * 100)} max={100} label={busy} />
        </div>
      )}
      <div className={styles.actions}>
        {made || hasFailed ? (
          <Button tone="quiet" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
            Other ways
          </Button>
        ) : (
          <Button tone="quiet" icon={<X aria-hidden />} onClick={onBack}>
            Cancel
          </Button>
        )}
        {made && (
          <SaveAndShare file={made.file} text={`${PRODUCT}, ${dateText(results.date)}\n${shared.url}`} />
        )}
        {hasFailed && (
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        )}
        {hasFailed && (
          <ShareButton
            tone="primary"
            size="small"
            label="Share the link"
            copyLabel="Copy the link"
            shared={shared}
          />
        )}
      </div>
    </div>
  )
}

/** @param text accompanies the picture in the share sheet */
function SaveAndShare({ file, text }: { file: File; text: string }) {
  const [isRefused, setRefused] = useState(false)
  const save = () => saveFile(file, file.name)
  const share = async () => {
    if ((await shareFile(file, text)) === 'failed') setRefused(true)
  }
  return canShareFile(file) && !isRefused ? (
    <>
      <Button size="small" icon={<Download aria-hidden />} onClick={save}>
        Save
      </Button>
      <Button size="small" tone="primary" icon={<Share2 aria-hidden />} onClick={() => void share()}>
        Share
      </Button>
    </>
  ) : (
    <Button size="small" tone="primary" icon={<Download aria-hidden />} onClick={save}>
      Save
    </Button>
  )
}
