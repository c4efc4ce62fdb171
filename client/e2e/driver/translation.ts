import { type BrowserContext, expect, type Page } from '@playwright/test'

interface Translated {
  /** Texts that the page has changed in nodes that the translation had removed: the player still sees the old ones. */
  lostTexts: string[]
}

/**
 * Translates every page of a context as a browser does: text nodes are replaced by `<font>` elements, again whenever they
 * change. Elements with `translate="no"` are left alone.
 */
export const translatePages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const lostTexts: string[] = []
    ;(window as unknown as Translated).lostTexts = lostTexts
    const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, value: string) {
        if (!this.isConnected && this.nodeValue !== value) lostTexts.push(`${this.nodeValue} -> ${value}`)
        nodeValue?.set?.call(this, value)
      },
    })
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('script, style, svg, font, [translate=no]')) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const walk = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(wrap)
    }
    document.addEventListener('DOMContentLoaded', () => {
      walk(document.body)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target instanceof Text) wrap(target)
          for (const node of addedNodes) {
            if (node instanceof Text) wrap(node)
            else walk(node)
          }
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    })
  })

/** Fails if a text of the translated page could not be changed since it was loaded, or if a screen failed. */
export async function expectTranslated(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as Translated).lostTexts)).toEqual([])
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}
