import { flushSync } from 'react-dom'
import { play } from '../../../platform/sound.ts'

/**
 * Changes the page as a page of a book is turned: the browser keeps a picture of the old one and story.module.css turns
 * it. Where the browser cannot, or less movement is wanted, the new page is simply there.
 */
export function turnPage(change: () => void, options: { isBack: boolean; isStill: boolean }): void {
  play('page')
  if (options.isStill || !('startViewTransition' in document)) {
    change()
    return
  }
  document.documentElement.dataset.turn = options.isBack ? 'back' : 'on'
  const turn = document.startViewTransition(() => flushSync(change))
  // A page that is turned before the last one has fallen: only the movement is cut short.
  turn.ready.catch((error: unknown) => console.debug('The page was turned without movement:', error))
}
