import * as z from 'zod/mini'

/** The content of the build's `preloads.json`: the files that the first screen behind a link needs. */
const PRELOADS = z.object({ publicResults: z.array(z.string()), onboarding: z.array(z.string()) })

/**
 * Adds preloads of the screen that a link opens to the page. Files of the page itself are not among them.
 * @param json the build's `preloads.json`
 * @throws if it is malformed
 */
export function withPreloads(html: string, json: string, path: string, isInvitation: boolean): string {
  const { publicResults, onboarding } = PRELOADS.parse(JSON.parse(json))
  const files = path.startsWith('/public/results/') ? publicResults : isInvitation ? onboarding : []
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
      : `<link rel="modulepreload" crossorigin href="/${file}" />`,
  )
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
