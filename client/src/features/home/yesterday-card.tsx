import { CACHE } from '@inkling/mock-server/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { resultsPath } from '../../paths.ts'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Handwritten } from '../../ui/words.tsx'
import styles from './yesterday-card.module.css'

/** Yesterday's word and the way to its results; nothing when there was no game, or it cannot be fetched. */
export function YesterdayCard() {
  const { data, isError } = useQuery({
    queryKey: QUERY.yesterday,
    queryFn: ({ signal }) => api.getYesterdayResults({}, { signal }),
    staleTime: CACHE.resultsMs,
  })
  if (!data || isError) return null
  const count = data.chain.length
  const drawing = data.chain.find(({ content }) => content.drawing)?.content.drawing
  return (
    <Scrap tape="blue" tapeAt="right" tilt={0.5} className={styles.card} aria-labelledby="yesterday-title">
      <div className={styles.words}>
        <h2 id="yesterday-title" className={styles.title}>
          Yesterday's word
        </h2>
        <Handwritten text={data.word} />
        <p className={styles.count}>{count === 1 ? '1 player' : `${count} players`}</p>
      </div>
      {drawing && (
        <div className={styles.peek}>
          <Drawing png={drawing} alt="The first drawing of yesterday's chain" />
        </div>
      )}
      <ButtonLink to={resultsPath(data.gameId)} icon={<Sparkles aria-hidden />} wide className={styles.go}>
        See Results
      </ButtonLink>
    </Scrap>
  )
}
