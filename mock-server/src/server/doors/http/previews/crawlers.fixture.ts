/** What a crawler takes from a page, as far as it is documented or reported (see LINK-PREVIEWS.md). */
export interface Crawler {
  readonly name: string
  readonly userAgent: string
  readonly encodings: string
  /** It reads no further; null if no limit is known. */
  readonly pageBytes: number | null
  /** Of the tags that it knows, the preferred first. */
  readonly titles: readonly string[]
  readonly pictures: readonly string[]
  readonly maxPictureBytes: number
  /** Width and height of the smallest picture that is shown large. */
  readonly minPicture: readonly [number, number]
}

const OPEN_GRAPH = { titles: ['og:title', 'title'], pictures: ['og:image'] }
/** Both kinds of tags. */
const BOTH = { titles: ['og:title', 'twitter:title', 'title'], pictures: ['og:image', 'twitter:image'] }
const NO_LIMIT = { pageBytes: null, maxPictureBytes: Number.POSITIVE_INFINITY, minPicture: [0, 0] } as const

export const CRAWLERS: readonly Crawler[] = [
  {
    name: 'WhatsApp',
    userAgent: 'WhatsApp/2.23.20.0',
    encodings: 'gzip, deflate',
    pageBytes: 300_000,
    ...OPEN_GRAPH,
    maxPictureBytes: 300_000,
    minPicture: [300, 200],
  },
  {
    name: 'iMessage',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    encodings: 'gzip, deflate, br',
    ...BOTH,
    ...NO_LIMIT,
  },
  {
    name: 'Slack',
    userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    encodings: 'identity',
    ...BOTH,
    ...NO_LIMIT,
    pageBytes: 32_768,
  },
  {
    name: 'Discord',
    userAgent: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    encodings: 'gzip, deflate, br',
    ...BOTH,
    ...NO_LIMIT,
    maxPictureBytes: 8_000_000,
  },
  {
    name: 'X',
    userAgent: 'Twitterbot/1.0',
    encodings: 'gzip',
    pageBytes: null,
    titles: ['twitter:title', 'og:title'],
    pictures: ['twitter:image', 'og:image'],
    maxPictureBytes: 5_000_000,
    minPicture: [300, 157],
  },
  {
    name: 'Facebook',
    userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    encodings: 'gzip, deflate',
    pageBytes: 1_000_000,
    ...OPEN_GRAPH,
    maxPictureBytes: 8_000_000,
    minPicture: [600, 315],
  },
  {
    name: 'Telegram',
    userAgent: 'TelegramBot (like TwitterBot)',
    encodings: 'gzip, deflate',
    ...BOTH,
    ...NO_LIMIT,
  },
]
