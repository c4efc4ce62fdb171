import type { Examples } from './examples.ts'

/** The parts of a JSON Schema that reference pages show. */
export interface Definition {
  readonly description?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Definition>>
  readonly properties?: Readonly<Record<string, Definition>>
  readonly items?: Definition
  readonly enum?: readonly string[]
  readonly propertyNames?: Definition
}

/** Builds the parts of a reference page: descriptions from the schema, examples from a file. */
export class ReferenceParts {
  readonly schema: Definition
  readonly #examples: Examples
  readonly #file: string

  /** @param file the name of the examples file in errors. */
  constructor(schema: Definition, examples: Examples, file: string) {
    this.schema = schema
    this.#examples = examples
    this.#file = file
  }

  /** A named definition of the schema; empty if there is none. */
  definition(name: string): Definition {
    return this.schema.$defs?.[name] ?? {}
  }

  /** A definition, completed by the one that it refers to. */
  resolved(of: Definition | undefined): Definition {
    return { ...this.definition(of?.$ref?.split('/').at(-1) ?? ''), ...of }
  }

  /** The description of each property. */
  describedBy(of: Definition): Record<string, string> {
    return Object.fromEntries(
      Object.entries(of.properties ?? {}).map(([word, inner]) => [
        word,
        this.resolved(inner).description ?? '',
      ]),
    )
  }

  /** @throws {Error} if the examples file lacks it. */
  example(part: string, word: string): string {
    const text = this.#examples[part]?.[word]
    if (text === undefined) throw new Error(`${this.#file} has no ${part}.${word}`)
    return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``
  }

  /** A heading, a sentence and an example for each word. */
  words(part: string, described: Readonly<Record<string, string>>): string[] {
    return Object.entries(described).flatMap(([word, description]) => [
      `### ${word}`,
      sentence(description),
      this.example(part, word),
    ])
  }
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
