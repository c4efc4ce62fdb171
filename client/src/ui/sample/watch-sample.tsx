import { Clapperboard } from 'lucide-react'
import { openSample } from '../../platform/sample.ts'
import { Button } from '../controls/button.tsx'

/** Plays the sample chain as a story, for players who have not seen one. */
export const WatchSample = ({ tone = 'plain' }: { tone?: 'plain' | 'quiet' }) => (
  <Button size="small" tone={tone} icon={<Clapperboard aria-hidden />} onClick={openSample}>
    Watch a chain
  </Button>
)
