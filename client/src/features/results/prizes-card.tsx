import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Check, Share2 } from 'lucide-react'
import { useMemo } from 'react'
import { dateText } from '../../day/day-text.ts'
import { shareText } from '../../platform/sharing/share.ts'
import { Button } from '../../ui/controls/button.tsx'
import { usePassOn } from '../../ui/controls/use-pass-on.tsx'
import { Card } from '../../ui/page/card.tsx'
import { prizesOf, prizeText } from './prizes.ts'
import { resultsLink } from './sharing/results-link.ts'
import { PrizeList } from './story/prizes-scene.tsx'

/** The table prizes below the summary, with a button that shares them as text; nothing for fewer than three players. */
export function PrizesCard({ results }: { results: GameResults }) {
  const prizes = useMemo(() => prizesOf(results), [results])
  const text = [
    `Table prizes, ${dateText(results.date)}`,
    ...prizes.map(prizeText),
    resultsLink(results).url,
  ].join('\n')
  const [isCopied, share, failed] = usePassOn(text, () => shareText(text))
  if (prizes.length === 0) return null
  return (
    <Card tone="pink" tape="yellow" className="stack gap-3" aria-labelledby="prizes">
      <h2 id="prizes" className="text-xl">
        Table prizes
      </h2>
      <PrizeList prizes={prizes} />
      <Button size="small" icon={isCopied ? <Check aria-hidden /> : <Share2 aria-hidden />} onClick={share}>
        {isCopied ? 'Copied!' : 'Share the prizes'}
      </Button>
      {failed}
    </Card>
  )
}
