import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'

/** A position in a file. Line and column are counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export type Path = readonly PropertyKey[]

/** An invalid file. The message starts with `file:line:column`. */
export class ScenarioFileError extends Error {
  override name = 'ScenarioFileError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

export interface Problem extends Position {
  readonly file: string
  readonly message: string
}

/** A YAML file and the positions of its values. */
export class Source {
  readonly file: string
  readonly #document: Document
  readonly #lines = new LineCounter()

  /** @throws {ScenarioFileError} if the text is not YAML. */
  constructor(file: string, text: string) {
    this.file = file
    this.#document = parsed(text, file, this.#lines)
    const [error] = this.#document.errors
    // Later errors usually follow from the first one.
    if (error) {
      throw new ScenarioFileError([
        { file, ...this.#position(error.pos[0]), message: sentence(error.message) },
      ])
    }
  }

  /** @throws {ScenarioFileError} if aliases expand too far or contain themselves. */
  get value(): unknown {
    try {
      const value: unknown = this.#document.toJS()
      // Throws for a value that contains itself.
      JSON.stringify(value)
      return value
    } catch (error) {
      const reason = (error as Error).message.split('\n', 1)[0] ?? ''
      const message = `the aliases of this file cannot be resolved (${sentence(reason)}): write the values out`
      throw new ScenarioFileError([{ file: this.file, line: 1, column: 1, message }])
    }
  }

  /** The position of the value at a path, or of the nearest enclosing value if there is none. */
  positionOf(path: Path): Position {
    for (let depth = path.length; depth > 0; depth--) {
      const node = this.#document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return this.#position(node.range[0])
    }
    return this.#position(this.#document.contents?.range?.[0] ?? 0)
  }

  /** The position of a key instead of its value. */
  positionOfKey(path: Path, key: string): Position {
    const map = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
    const pair = isMap(map)
      ? map.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
      : undefined
    return isNode(pair?.key) && pair.key.range ? this.#position(pair.key.range[0]) : this.positionOf(path)
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
}

function parsed(text: string, file: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ScenarioFileError([{ file, line: 1, column: 1, message: 'this file is nested too deeply' }])
  }
}

const sentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
