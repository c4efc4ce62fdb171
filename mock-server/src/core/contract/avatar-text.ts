/** Enough for flags and families, the longest emoji that keyboards produce. */
const MAX_LENGTH = 32

/** A letter or digit, with the marks that letters have in some scripts. More would cover the text around it. */
const LETTER = /^[\p{L}\p{N}][\p{M}\u200d]{0,3}\p{L}?$/u
const EMOJI = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]|^[\d#*]\ufe0f?\u20e3$/u
/** Emoji joined into one picture: at most a family of four. */
const MAX_JOINED = 4
/** Swastikas and the rune of the SS, an offensive gesture, and letters as wide as sentences. */
const REFUSED = /[\u534d\u5350\u0fd5-\u0fd8\u16cb\u{1f595}\ufdfa\ufdfb\ufdfd\u{1242b}]/u

/** Created on first use, because its tables are large and few calls need it. */
let segmenter: Intl.Segmenter | undefined

/** Whether a text is one emoji, or one letter or digit (API.md, Words). */
export function isAvatarText(text: string): boolean {
  if (text.length > MAX_LENGTH || REFUSED.test(text)) return false
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const [first, ...others] = [...segmenter.segment(text)]
  if (first === undefined || others.length > 0) return false
  return LETTER.test(text) || (EMOJI.test(text) && text.split('\u200d').length <= MAX_JOINED)
}

/**
 * The replacement for a missing image: the player's emoji, or the first letter of the name. A stored avatar
 * that is neither an emoji nor a letter shows the letter of the name too.
 */
export const avatarFallback = (username: string, avatar: string | null): string =>
  avatar !== null && isAvatarText(avatar) ? avatar : (Array.from(username)[0] ?? '?').toUpperCase()
