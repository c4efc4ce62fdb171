import { leetReadings } from '../username/name-parts.ts'

const PLAIN = (
  'insta instagram ig snap snapchat tiktok discord telegram whatsapp wechat facebook fb kik skype vkontakte onlyfans ' +
  'omegle gmail googlemail hotmail protonmail gmx'
).split(' ')
/** Platforms that are also words, or occur in ordinary names. */
const AMBIGUOUS = 'tele tg tt dc sc wa yt vk disc youtube steam psn viber twitter twitch roblox'.split(' ')

/** Ordinary words that begin with a platform. */
const COMPOUND =
  /^(?:snap ?(?:pea|dragon|shot|back|bean|crackle|happy|turtle|judg|out|on|off|pop|per|py|ping|ped|ple|tastic)|tele ?(?:tubb|scope|phone|vision)|disc ?(?:jockey|golf)|steam ?(?:train|boat|engine|punk|roller)|insta ?(?:n|ll|te|b|r))/

/** A platform and a handle in one word: "instajenny12", "jenny12snap". */
const GLUED =
  /^(?:snap|insta|tiktok|discord|whatsapp|telegram|facebook)(?:chat|gram)?[a-z]{4,}\d+$|^[a-z]{3,}\d+(?:snap(?:chat)?|insta(?:gram)?|ig|tiktok|discord|kik)$/

export type PlatformKind = 'plain' | 'ambiguous'

/** The same for each way to repeat letters of a word, except of a word of two letters. */
const spelling = (word: string): string => (word.length > 2 ? `${word.replace(/(.)\1+/g, '$1')}+` : word)

const KINDS: ReadonlyMap<string, PlatformKind> = new Map([
  ...AMBIGUOUS.map((name) => [spelling(name), 'ambiguous'] as const),
  ...PLAIN.map((name) => [spelling(name), 'plain'] as const),
])

/** The kind of platform that a lower-case word names, also in leet and with repeated letters; undefined for other words. */
export function platformKind(word: string): PlatformKind | undefined {
  if (!/[a-z]/.test(word)) return undefined
  const readings = word.length === 2 ? [word, word.replace('1', 'i')] : [word, ...leetReadings(word)]
  const kinds = readings.map((reading) => KINDS.get(spelling(reading)))
  return kinds.includes('plain') ? 'plain' : kinds.find((kind) => kind !== undefined)
}

/** Whether both words together are an ordinary one: "snap", "dragon". */
export const isCompound = (word: string, next: string): boolean => COMPOUND.test(`${word} ${next}`)

export const isPlatformWithHandle = (word: string): boolean => GLUED.test(word) && !COMPOUND.test(word)
