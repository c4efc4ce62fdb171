import { PRODUCT } from '../../../../core/contract/constants.ts'
import type { PagePreview } from './page-preview.ts'
import { PICTURE_SIZE } from './paint-preview.ts'

/** The tags of the built page that a preview replaces. */
const REPLACED =
  /\s*(<title>[^<]*<\/title>|<meta (name="description"|property="og:[a-z_:]+")[^>]*>|<link rel="canonical"[^>]*>)/g

/**
 * Writes title, description, canonical URL and the tags of Open Graph and Twitter into the page: crawlers run no scripts.
 * @param origin scheme and host that players use
 */
export function withPreview(html: string, preview: PagePreview, origin: string): string {
  const bare = html.replaceAll(REPLACED, '')
  const at = /<meta charset=[^>]*>/i.exec(bare) ?? /<!doctype html>/i.exec(bare)
  const end = at ? at.index + at[0].length : 0
  return bare.slice(0, end) + headOf(preview, origin) + bare.slice(end)
}

function headOf({ title, description, path, picturePath }: PagePreview, origin: string): string {
  const url = origin + path
  const picture = origin + picturePath
  const properties = {
    'og:type': 'website',
    'og:site_name': PRODUCT,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:type': 'image/jpeg',
    'og:image:width': String(PICTURE_SIZE.width),
    'og:image:height': String(PICTURE_SIZE.height),
    'og:image:alt': title,
  }
  const names = {
    description,
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture,
  }
  return [
    '',
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...Object.entries(properties).map(([name, value]) => meta('property', name, value)),
    ...Object.entries(names).map(([name, value]) => meta('name', name, value)),
  ].join('\n    ')
}

const meta = (kind: string, name: string, value: string): string =>
  `<meta ${kind}="${name}" content="${escaped(value)}" />`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
