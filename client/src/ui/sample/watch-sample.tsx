import { useQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { openSample } from '../../platform/sample.ts'
import { yesterdayQuery } from '../../session/yesterday.ts'
import { Button } from '../controls/button.tsx'

/** Plays the sample chain as a story, for players who have not seen one. */
export const WatchSample = () => (
  <Button size="small" icon={<Clapperboard aria-hidden />} onClick={openSample}>
    Watch a chain
  </Button>
)

/** The same for players without results of yesterday, whose own chain is to come. */
export function WatchMeanwhile() {
  const { data, isFetched } = useQuery(yesterdayQuery)
  return !isFetched || data?.chain.length ? null : <WatchSample />
}
