import type { Plugin } from 'vite'
import { LOGO_DROP, LOGO_DROPS, LOGO_LINES } from './src/ui/page/logo-lines.ts'

/** Writes the logo into the page, which then shows the startup screen before its script has loaded. */
export function startupPage(): Plugin {
  const lines = LOGO_LINES.map(
    (line, at) => `<path stroke-width="${at === LOGO_LINES.length - 1 ? 9 : 10.5}" d="${line}" />`,
  )
  const drops = Object.entries(LOGO_DROPS).map(
    ([colour, place]) =>
      `<path stroke-width="3" fill="var(--${colour})" d="${LOGO_DROP}" transform="${place}" />`,
  )
  const logo = `<svg class="starting-logo" viewBox="0 0 336 132" role="img" aria-label="Inkling" fill="none" stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round">${[...lines, ...drops].join('')}</svg>`
  return {
    name: 'startup-page',
    transformIndexHtml: (html) => html.replace('<!-- logo -->', () => logo),
  }
}
