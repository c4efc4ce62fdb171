import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

/** Opens further ways to share a chain: as text, picture or GIF. */
export function MoreWaysButton({ results }: { results: GameResults }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" tone="quiet" icon={<Share2 aria-hidden />} onClick={() => setOpen(true)}>
        Picture, GIF or text
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog results={results} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
