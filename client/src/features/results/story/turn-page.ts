import { flushSync } from 'react-dom'
import { play } from '../../../platform/sound.ts'

/**
 * Changes the page with a page-turn animation: the browser keeps an image of the old page, which story.module.css
 * animates. Without support, or with reduced motion, the new page appears at once.
 */
export function turnPage(change: () => void, options: { isBack: boolean; isStill: boolean }): void {
  play('page')
  if (options.isStill || !('startViewTransition' in document)) {
    change()
    return
  }
  document.documentElement.dataset.turn = options.isBack ? 'back' : 'on'
  const turn = document.startViewTransition(() => flushSync(change))
  // If a page turns before the last one has landed, only the animation is cut short.
  turn.ready.catch((error: unknown) => console.debug('The page was turned without movement:', error))
}
