import { Clapperboard } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface StoryButtonProps {
  label: string
  tone?: 'plain' | 'quiet'
  onClick: () => void
}

/** Plays the story of the chain. */
export const StoryButton = ({ label, tone, onClick }: StoryButtonProps) => (
  <Button size="small" tone={tone} icon={<Clapperboard aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
