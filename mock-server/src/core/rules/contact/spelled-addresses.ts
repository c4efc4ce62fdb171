const TOP_LEVEL = '(?:com|c0m|net|org|info|biz|gg|tv|io|xyz|uk|de|ru|fr|nl|es|it)'
const DOT = '(?:dot|d0t|punkt|punto)'
const MAIL = '(?:gmail|gma1l|googlemail|hotmail|icloud|outlook|yahoo|yandex|proton|protonmail|gmx|aol)'

const SPELLED = [
  // "evil dot com", but not "a dot com boom" or "connect the dot".
  new RegExp(`(?<!\\b(?:a|an|the|polka|this|that|every|old)) ${DOT} ${TOP_LEVEL}(?= |$)`),
  new RegExp(`\\bwww (?:\\S+ )+${TOP_LEVEL}(?= |$)`),
  new RegExp(`\\b${MAIL} (?:${DOT} )?${TOP_LEVEL}(?= |$)`),
  new RegExp(`\\S at ${MAIL}(?= |$)`),
  // Within a word: "jennygmail", "evildotcom".
  /[a-z\d](?:gmail|hotmail|googlemail|protonmail)|(?:gmail|hotmail|googlemail|protonmail)[a-z\d]/,
  /\b(?!the|rom|sit)[a-z]{3,}(?:dot|d0t)c[o0]m\d*\b|\bwww\w{3,}(?:com|net|org)\b/,
  /\b(?:discord gg|bit ly|youtu be|wa me|goo gl)(?= |$)/,
  // "evil com", but not "rom com".
  /(?<!\b(?:rom|sit|dot|dev|pro|tele|inter|info|the|for|zom)) c[o0]m$/,
]

/** Whether words, separated by single blanks, have an address with its signs spelled out or left out. */
export const hasSpelledAddress = (words: string): boolean => SPELLED.some((address) => address.test(words))
