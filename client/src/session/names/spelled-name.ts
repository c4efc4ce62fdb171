const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
  ı: 'i',
}

/** A name in the letters that usernames allow: `Mia Grün` becomes `Mia-Gruen`. */
export function spelledName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[^\0-\x7f]/g, (letter) => {
      const spelled = SPELLED[letter.toLowerCase()]
      if (spelled === undefined) return letter
      return letter === letter.toLowerCase() ? spelled : spelled[0]?.toUpperCase() + spelled.slice(1)
    })
    .normalize('NFKD')
    .replace(/[\s.,/]+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .replace(/^[_-]+|[_-]+$/g, '')
}
