import { createHash } from 'node:crypto'

/** HTML or SVG that may be part of a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A text, a number, markup, or a list of them. Null is left out. */
type Part = string | number | Markup | null | readonly Part[]

/** Markup from a template, which escapes every value that is not markup: for content and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((text, at) => text + markupOf(parts[at] ?? null)).join(''))

function markupOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(markupOf).join('')
  // A server may send something other than the type says.
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

interface Page {
  readonly title: string
  readonly style: string
  /** A script of ours, without data; none by default. */
  readonly script?: string
  readonly body: Markup
}

/** A self-contained page, in which the browser loads nothing and runs no script but the given one. */
export const page = ({ title, style, script = '', body }: Page): string =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;${scriptSource(script)} base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
${body}
${script === '' ? null : new Markup(`<script>${script}</script>`)}
</html>
`.text

const scriptSource = (script: string): string =>
  script === '' ? '' : ` script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`
