/* Values that inputs are chosen from: ordinary ones, and those at which servers go wrong. */

/** Texts that servers handle wrongly: blank, markup, marks that change the direction of text, letters of several units. */
export const TRICKY = [
  '',
  '   ',
  'a\u0000b',
  '\u202eabc',
  '<b>x</b>',
  "'; --",
  '👩‍👩‍👧‍👦',
  'ｆｕｌｌ',
  'İ',
  'null',
]
const USERNAMES = [
  'Zoe-9',
  'Anna',
  'Bo',
  'a',
  'x'.repeat(20),
  'x'.repeat(21),
  '_ann',
  'a b',
  'Moderator',
  'Mod_Jenny',
  'TheOwner',
  'Player7',
  'sh1t',
  'ANNA',
  'Éve',
]
export const GROUP_NAMES = [
  'Owls',
  '  Owls ',
  'Night owls',
  'x'.repeat(30),
  'y'.repeat(31),
  'y'.repeat(50),
  'y'.repeat(51),
  'fuck this',
  '   ',
]
export const WRONG_GUESSES = [
  'zeppelin',
  'yak',
  'plinth',
  'quartz',
  'the bridge',
  'fuck this',
  'see example.com',
  '  ',
  'z'.repeat(60),
  'z'.repeat(61),
]
/** Longer, shorter and stranger than an id, a code or a number in a path or a query. */
export const TEXTS_IN_ADDRESS = ['x'.repeat(64), 'x'.repeat(65), 'a b', 'ä', '0', '-1']
export const NOTES = ['Please look at this', 'n'.repeat(200), 'n'.repeat(201)]
export const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland', 'Nowhere/Else']
/** Values by the name of a field, at limits that no schema tells. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  username: USERNAMES,
  name: GROUP_NAMES,
  guess: WRONG_GUESSES,
  note: NOTES,
  timeZone: ZONES,
}
/** Values by the name of a field, ordinary and wrong ones. */
export const ORDINARY: Readonly<Record<string, readonly string[]>> = {
  avatar: ['🦊', 'A', 'no avatar', 'https://example.com/a.png'],
  limit: ['1', '2', '50', '51', '0'],
  query: ['a', 'zoe', 'nobody like this'],
}
/** The push token of a bot's phone. */
export const phoneOf = (bot: string): string => `phone of ${bot}`
