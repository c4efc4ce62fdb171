import type { Plugin } from 'vite'
import {
  WORDMARK,
  WORDMARK_DROP,
  WORDMARK_DROPS,
  WORDMARK_LINES,
  WORDMARK_STROKE,
} from '../mock-server/src/core/picture/cards/wordmark-lines.ts'

/** Writes the logo into the page, which then shows the startup screen before its script has loaded. */
export function startupPage(): Plugin {
  const { letter, squiggle, drop } = WORDMARK_STROKE
  const lines = WORDMARK_LINES.map(
    (line, at) =>
      `<path stroke-width="${at === WORDMARK_LINES.length - 1 ? squiggle : letter}" d="${line}" />`,
  )
  const drops = Object.entries(WORDMARK_DROPS).map(
    ([colour, { x, y }]) =>
      `<path stroke-width="${drop}" fill="var(--${colour})" d="${WORDMARK_DROP}" transform="translate(${x} ${y})" />`,
  )
  const logo = `<svg class="starting-logo" viewBox="0 0 ${WORDMARK.width} ${WORDMARK.height}" role="img" aria-label="Inkling" fill="none" stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round">${[...lines, ...drops].join('')}</svg>`
  return {
    name: 'startup-page',
    transformIndexHtml: (html) => html.replace('<!-- logo -->', () => logo),
  }
}
