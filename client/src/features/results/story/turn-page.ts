import { flushSync } from 'react-dom'
import { play } from '../../../platform/sound/sound.ts'

/**
 * Changes the page with a view transition, which story.module.css animates as a page turn. Without support, or with
 * reduced motion, the new page appears at once.
 */
export function turnPage(change: () => void, options: { isBack: boolean; isStill: boolean }): void {
  play('page')
  if (options.isStill || !('startViewTransition' in document)) {
    change()
    return
  }
  document.documentElement.dataset.turn = options.isBack ? 'back' : 'on'
  const turn = document.startViewTransition(() => flushSync(change))
  // `ready` rejects if the next page turn interrupts this one.
  turn.ready.catch((error: unknown) => console.debug('The page was turned without animation:', error))
}
