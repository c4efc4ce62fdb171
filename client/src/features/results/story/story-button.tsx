import { Clapperboard } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

/** Tells the story of the chain. */
export const StoryButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="small" icon={<Clapperboard aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
