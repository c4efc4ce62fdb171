import { PATHS } from '../paths.ts'
import { showMessage } from '../platform/question.ts'
import { useSession } from '../session/session-store.ts'
import { endTurn, useTurn } from '../turn/turn-store.ts'

/** Leaves a page whose player has left this device. */
export function leavePage(): void {
  // Unmounts the turn first: an unfinished drawing is saved when it is left.
  endTurn()
  setTimeout(() => window.location.assign(PATHS.home))
}

let isLeaving = false

/** Leaves a page whose player has been replaced by another one on this device. A player in mid-turn is told first. */
export async function leaveToOtherPlayer(name: string): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  if (useTurn.getState().turn) {
    const before = useSession.getState().user?.username ?? 'Another player'
    await showMessage(`This device plays as ${name} now. ${before} cannot finish this turn here.`)
  }
  leavePage()
  isLeaving = false
}
