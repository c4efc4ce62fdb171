/**
 * The lexicon file: 8 bytes of name and version, the length of the header (32 bits), the header as JSON, then the
 * sections, each aligned to 4 bytes. Numbers are little-endian, the byte order of every supported machine.
 */
const MAGIC = 'INKLEX01'

/** The arrays of the file. A count section has the number of items in the next section per entry or synset. */
export const SECTIONS = {
  /** Words and phrases, one per line. The line number is the entry's number. */
  words: Uint8Array,
  /** Irregular forms, `form=base`, one per line. */
  irregularForms: Uint8Array,
  /** The type of each entry: see ENTRY in lexicon.ts. */
  entryType: Uint8Array,
  /** The kind of thing: 0 for none, otherwise 1 + its index in the header's kinds. */
  entryKind: Uint8Array,
  /** 1 if the entry has a vector in `vectors`. */
  hasVector: Uint8Array,
  /** Vectors of 100 numbers from 1 to 15 (8 is zero), two per byte. */
  vectors: Uint8Array,
  walkCount: Uint8Array,
  walkDimensions: Uint16Array,
  walkValues: Uint8Array,
  senseCount: Uint8Array,
  senses: Uint16Array,
  /** Probability times 255. */
  senseProbabilities: Uint8Array,
  synsetPart: Uint8Array,
  /** Information content times 255; 1 is the most specific. */
  synsetInformation: Uint8Array,
  hypernymCount: Uint8Array,
  hypernyms: Uint16Array,
  partCount: Uint8Array,
  parts: Uint16Array,
  similarCount: Uint8Array,
  similar: Uint16Array,
  oppositeCount: Uint8Array,
  opposites: Uint16Array,
  /** Pairs of entry numbers, each as the lower number times 65,536 plus the higher one; ascending. */
  antonyms: Uint32Array,
  derivations: Uint32Array,
} as const

export type SectionName = keyof typeof SECTIONS
export type Sections = { readonly [Name in SectionName]: (typeof SECTIONS)[Name]['prototype'] }
const NAMES = Object.keys(SECTIONS) as SectionName[]

export interface LexiconFile {
  /** Names of the kinds of things. */
  readonly kinds: readonly string[]
  readonly sections: Sections
}

interface Header {
  kinds: string[]
  /** Start (relative to the end of the header) and number of items. */
  sections: Record<string, [number, number]>
}

export function encodeLexicon({ kinds, sections }: LexiconFile): Uint8Array {
  const header: Header = { kinds: [...kinds], sections: {} }
  let end = 0
  for (const name of NAMES) {
    header.sections[name] = [end, sections[name].length]
    end = aligned(end + sections[name].byteLength)
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = aligned(MAGIC.length + 4 + text.length)
  const file = new Uint8Array(start + end)
  file.set(new TextEncoder().encode(MAGIC))
  new DataView(file.buffer).setUint32(MAGIC.length, text.length, true)
  file.set(text, MAGIC.length + 4)
  for (const name of NAMES) {
    const { buffer, byteOffset, byteLength } = sections[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), start + (header.sections[name]?.[0] ?? 0))
  }
  return file
}

/**
 * Returns views into the bytes of the file. Copies the bytes only if they are not aligned to 4.
 *
 * @throws Error if the bytes are not a lexicon of this version or are incomplete.
 */
export function decodeLexicon(bytes: Uint8Array): LexiconFile {
  const file = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  if (new TextDecoder().decode(file.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new Error(
      `This is not a lexicon of version ${MAGIC}. Build it with npm run build:lexicon -w @inkling/mock-server`,
    )
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const length = view.getUint32(MAGIC.length, true)
  const text = new TextDecoder().decode(file.subarray(MAGIC.length + 4, MAGIC.length + 4 + length))
  const header = JSON.parse(text) as Header
  const start = file.byteOffset + aligned(MAGIC.length + 4 + length)
  const section = <Name extends SectionName>(name: Name): [Name, Sections[SectionName]] => {
    const [from, items] = header.sections[name] ?? [0, 0]
    const Items = SECTIONS[name]
    const end = start + from + items * Items.BYTES_PER_ELEMENT
    if (end > file.byteOffset + file.byteLength)
      throw new Error(`The lexicon is cut off within its section "${name}"`)
    return [name, new Items(file.buffer as ArrayBuffer, start + from, items)]
  }
  return { kinds: header.kinds, sections: Object.fromEntries(NAMES.map(section)) as unknown as Sections }
}

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4
