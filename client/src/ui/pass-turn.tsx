import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { passTurn } from '../turn/turn-store.ts'
import { confirm } from './alerts.tsx'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** A button that passes the turn to the next player, after a confirmation. */
export function PassTurn({ size, disabled }: { size?: 'small'; disabled?: boolean }) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const pass = async () => {
    const isSure = await confirm(
      'Pass this turn?',
      'The next player takes over, and you are done for today. You still see the results at midnight.',
      'Pass',
    )
    if (!isSure) return
    setBusy(true)
    try {
      await passTurn()
      await navigate(PATHS.home, { replace: true })
    } catch (error) {
      console.info('Failed to skip turn:', error)
      toast('Failed to skip turn. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" size={size} busy={isBusy} disabled={disabled} onClick={() => void pass()}>
      Pass
    </Button>
  )
}
