import { useMutation } from '@tanstack/react-query'
import { toast } from '../../platform/toast.ts'
import { type Reported, takeBack } from '../../session/server/safety.ts'
import { messageOf } from '../../session/session.ts'
import { Button } from '../controls/button.tsx'

/** Takes back what the player has reported, so that they see it again. @param of whose it is, where it stands in a list */
export function TakeBack({ reported, of }: { reported: Reported; of?: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => takeBack(reported),
    onError: (error) => toast(messageOf(error, 'This did not work. Please try again.')),
  })
  return (
    <Button
      size="small"
      tone="quiet"
      disabled={isPending}
      {...(of !== undefined && { 'aria-label': `Take back the report of ${of}` })}
      onClick={() => mutate()}
    >
      Take back
    </Button>
  )
}
