import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { type Position, type Problem, ScenarioFileError } from './file-error.ts'
import { yamlProblem } from './yaml-problems.ts'

export { type Position, type Problem, ScenarioFileError } from './file-error.ts'

export type Path = readonly PropertyKey[]

/** A YAML file and the positions of its values. */
export class Source {
  readonly file: string
  readonly #document: Document
  readonly #lines = new LineCounter()

  /** @throws {ScenarioFileError} if the text is not YAML. */
  constructor(file: string, text: string) {
    this.file = file
    this.#document = parsed(text, file, this.#lines)
    const problem = yamlProblem(this.#document)
    if (problem) {
      const { offset, message } = problem
      throw new ScenarioFileError([{ file, ...this.#position(offset), message }])
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
      if (!(error instanceof Error)) throw error
      const message = 'an alias of this file contains itself, or there are too many: write the values out'
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

  /** A problem with the value at a path. */
  problem(path: Path, message: string): Problem {
    return { file: this.file, ...this.positionOf(path), message }
  }

  /** A problem with a key instead of its value. */
  problemOfKey(path: Path, key: string, message: string): Problem {
    return { file: this.file, ...this.positionOfKey(path, key), message }
  }

  /** The position of a key instead of its value. */
  positionOfKey(path: Path, key: string): Position {
    const map = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
    const pair = isMap(map)
      ? map.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
      : undefined
    return isNode(pair?.key) && pair.key.range ? this.#position(pair.key.range[0]) : this.positionOf(path)
  }

  /** A value as the file has it, for example `1.10`; undefined for lists, objects, and what is not there. */
  writtenAt(path: Path): string | undefined {
    const node = this.#document.getIn(path, true)
    return isScalar(node) ? node.source : undefined
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
}

function parsed(text: string, file: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      merge: true,
      stringKeys: true,
      logLevel: 'error',
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ScenarioFileError([{ file, line: 1, column: 1, message: 'this file is nested too deeply' }])
  }
}
