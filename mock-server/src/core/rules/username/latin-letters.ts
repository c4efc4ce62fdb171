/**
 * Removes accents, apostrophes and invisible characters, and replaces symbols that look like letters (@, $, !) with
 * leet digits.
 */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’]/gu, '')
    .replace(/@/g, '4')
    .replace(/\$/g, '5')
    .replace(/ß/g, 'ss')
    .replace(/(?<=\p{L})!(?=\p{L})/gu, '1')

/** Letters of other scripts that look like Latin ones: Cyrillic, Greek, Armenian, and phonetic and old letters. */
const LOOKALIKES = 'авекмнорстухѕіјԁһԛѵАВЕКМНОРСТУХЅІЈαεικνορτυχμΑΒΕΖΗΙΚΜΝΟΡΤΥΧսօոƒɑɡıøłđ'
const LATIN = 'abekmhopctyxsijdhqvABEKMHOPCTYXSIJaeikvoptuxuABEZHIKMNOPTYXuonfagiold'
const LETTERS = 'a-zа-яѕіјԁһԛѵα-ωսօոƒɑɡıøłđ'
const WORD = new RegExp(`[${LETTERS}\\d]+`, 'gi')
const OTHER_LETTER = new RegExp(`(?![a-z])[${LETTERS}]`, 'gi')

/** In a word that mixes scripts, replaces letters with the Latin letters they look like. */
export const withoutLookalikes = (name: string): string =>
  name.replace(WORD, (word) =>
    /[a-z]/i.test(word)
      ? word.replace(OTHER_LETTER, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter)
      : word,
  )
