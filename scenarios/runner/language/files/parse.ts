import type * as z from 'zod'
import { didYouMean, oneOf } from '../../../text/nearest.ts'
import { type Scenario, scenario } from '../language.ts'
import { definitionOf, STEP_WORDS, type StepWord, stepWord } from '../steps.ts'
import { shapeOf } from '../values/object-shape.ts'
import { show } from '../values/show.ts'
import { type Path, type Problem, ScenarioFileError, Source } from './source.ts'
import { validPart, variablesIn } from './valid-part.ts'

type Issue = z.core.$ZodIssue

/** A scenario and the positions of its parts in the file. */
export interface ParsedScenario {
  readonly scenario: Scenario
  readonly source: Source
}

/**
 * Parses the text of one scenario file.
 * @param file its name in errors.
 * @throws {ScenarioFileError} with every problem found, each with file, line, column and the closest valid word.
 */
export function parseScenario(text: string, file: string): ParsedScenario {
  const { value, source } = parseFile(scenario, text, file)
  return { scenario: value, source }
}

/**
 * Parses the text of one scenario file, also of an invalid one.
 * @returns the part that is valid, the problems with the rest, and the variables that the rest may set.
 * @throws {ScenarioFileError} if it is not YAML.
 */
export function parseValidPart(
  text: string,
  file: string,
): ParsedScenario & { readonly problems: readonly Problem[]; readonly unsure: readonly string[] } {
  const source = new Source(file, text)
  try {
    return { ...parseScenario(text, file), problems: [], unsure: [] }
  } catch (error) {
    if (!(error instanceof ScenarioFileError)) throw error
    const { value } = source
    return { scenario: validPart(value), source, problems: error.problems, unsure: variablesIn(value) }
  }
}

/**
 * Parses the text of one file with a given schema.
 * @param file its name in errors.
 * @throws {ScenarioFileError} like {@link parseScenario}.
 */
export function parseFile<T>(
  shape: z.ZodType<T>,
  text: string,
  file: string,
): { readonly value: T; readonly source: Source } {
  const source = new Source(file, text)
  const { value } = source
  const result = shape.safeParse(value)
  if (result.success) return { value: result.data, source }
  const checked: CheckedFile = { root: value, source, shape }
  throw new ScenarioFileError(result.error.issues.flatMap((issue) => problemsOf(issue, [], checked)))
}

/** The file in which problems are found. */
interface CheckedFile {
  readonly root: unknown
  readonly source: Source
  readonly shape: z.core.$ZodType
}

/** @param base the path of the value to which the issue's path is relative. */
function problemsOf(issue: Issue, base: Path, checked: CheckedFile): Problem[] {
  const { root, source, shape } = checked
  const path = [...base, ...issue.path]
  const value = valueAt(root, path)
  const here = (message: string) => [source.problem(path, message)]
  const key = String(path.at(-1))
  switch (issue.code) {
    case 'invalid_union':
      return unionProblems(issue, path, value, checked)
    case 'unrecognized_keys':
      return issue.keys.map((unknown) => {
        const hint = didYouMean(unknown, keysAt(shape, path, value)) || afterComma(unknown, value)
        return source.problemOfKey(path, unknown, `unknown key '${unknown}'${hint}`)
      })
    case 'invalid_value':
      if (value === undefined) return here(`'${key}' is missing`)
      return here(
        issue.message.startsWith('Invalid') ? problemText(issue, nameOf(path), value) : issue.message,
      )
    case 'invalid_key':
      return issue.issues.map((inner) => {
        const message =
          inner.code === 'invalid_value'
            ? notOneOf(path.at(-1), inner.values.map(String))
            : `'${key}': ${inner.message}`
        return source.problemOfKey(path.slice(0, -1), key, message)
      })
    default:
      if (value === undefined && issue.code === 'invalid_type') return here(`'${key}' is missing`)
      return here(problemText(issue, nameOf(path), value) + inQuotes(issue, path, source))
  }
}

/** How to write a text that YAML reads as something else. */
function inQuotes(issue: Issue, path: Path, source: Source): string {
  const written = source.writtenAt(path)
  if (issue.code !== 'invalid_type' || issue.expected !== 'string' || written === undefined) return ''
  // A text with a form of its own says so.
  if (!issue.message.startsWith('Invalid')) return ''
  return `: write it as "${written}"`
}

/** What is wrong with a value: the schema's own message, or one instead of the library's. */
export function problemText(issue: Issue, name: string, value: unknown): string {
  if (!/^(Too small|Too big|Invalid input|Invalid option): /.test(issue.message)) {
    return `${name}: ${issue.message}`
  }
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${typeName(issue.expected)}, not ${valueText(value)}`
    case 'invalid_value':
      return notOneOf(value, issue.values.map(String))
    case 'too_small':
      return sizeText(name, issue.inclusive ? 'at least' : 'more than', Number(issue.minimum), value)
    case 'too_big':
      return sizeText(name, issue.inclusive ? 'at most' : 'less than', Number(issue.maximum), value)
    default:
      return `${name}: ${issue.message}`
  }
}

function sizeText(name: string, limit: string, size: number, value: unknown): string {
  if (Array.isArray(value)) return `${name} must have ${limit} ${size} ${size === 1 ? 'item' : 'items'}`
  if (typeof value === 'string')
    return `${name} must have ${limit} ${size} ${size === 1 ? 'character' : 'characters'}`
  return `${name} must be ${limit} ${size}, not ${valueText(value)}`
}

/** Of a union's problems, returns only those of the member that was most likely meant. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  value: unknown,
  checked: CheckedFile,
): Problem[] {
  const { source } = checked
  if (issue.errors.length === STEP_WORDS.length) {
    const word = stepWord(value)
    if (word) return problemsOfAll(issue.errors[STEP_WORDS.indexOf(word)] ?? [], path, checked)
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
    const [first = ''] = keys
    const key = keys.find((each) => didYouMean(each, STEP_WORDS) !== '') ?? first
    const hint = didYouMean(key, STEP_WORDS) || ` (a step has one of ${STEP_WORDS.join(', ')})`
    if (keys.length > 0) return [source.problemOfKey(path, key, `'${key}' is not a kind of step${hint}`)]
    const message = `${valueText(value)} is not a step: a step has one of ${STEP_WORDS.join(', ')}`
    return [source.problem(path, message)]
  }
  if (issue.message !== 'Invalid input') return [source.problem(path, issue.message)]
  // The member with the deepest problem is the one that matches best.
  const [closest = []] = [...issue.errors].sort((a, b) => depth(b) - depth(a))
  return problemsOfAll(closest, path, checked)
}

const problemsOfAll = (issues: readonly Issue[], base: Path, checked: CheckedFile): Problem[] =>
  issues.flatMap((inner) => problemsOf(inner, base, checked))

const depth = (issues: readonly Issue[]): number =>
  Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)))

/** In `{ label: a, b }`, YAML reads b as a key: a comma ends an unquoted text. */
function afterComma(key: string, value: unknown): string {
  const entries = Object.entries(value ?? {})
  const at = entries.findIndex(([name]) => name === key)
  const [before, text] = entries[at - 1] ?? []
  if (entries[at]?.[1] !== null || typeof text !== 'string') return ''
  return `: quote a value that contains a comma, as in ${before}: "${text}, ${key}"`
}

function notOneOf(value: unknown, wanted: readonly string[]): string {
  if (typeof value !== 'string') return `this must be one of ${wanted.join(', ')}, not ${valueText(value)}`
  return `${valueText(value)} is not valid here${oneOf(value, wanted)}`
}

/** The valid keys at the position of an unknown one. */
function keysAt(shape: z.core.$ZodType, path: Path, value: unknown): string[] {
  const word: StepWord | undefined = path.length === 0 ? undefined : stepWord(value)
  if (word) return Object.keys(shapeOf(definitionOf(word).schema))
  const here = shapeAt(shape, path)
  return [...Object.keys(shapeOf(here)), ...recordKeys(here)]
}

function shapeAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  let here: z.core.$ZodType | undefined = schema
  for (const part of path) {
    here = typeof part === 'string' ? (shapeOf(here)[part] ?? definedIn(here, 'valueType')) : undefined
    while (definedIn(here, 'innerType')) here = definedIn(here, 'innerType')
  }
  return here
}

/** The keys that a record allows; empty if it allows any. */
const recordKeys = (schema: z.core.$ZodType | undefined): string[] =>
  [...(definedIn(schema, 'keyType')?._zod.values ?? [])].map(String)

/** An inner schema, by its name in the definition of the outer one. */
const definedIn = (
  schema: z.core.$ZodType | undefined,
  name: 'innerType' | 'valueType' | 'keyType',
): z.core.$ZodType | undefined =>
  (schema?._zod.def as Partial<Record<typeof name, z.core.$ZodType>> | undefined)?.[name]

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => {
    return typeof value === 'object' && value !== null
      ? (value as Record<PropertyKey, unknown>)[part]
      : undefined
  }, root)
}

const nameOf = (path: Path): string => {
  const name = path.findLast((part) => typeof part === 'string')
  return name === undefined ? 'the file' : `'${String(name)}'`
}

const TYPE_NAMES: Record<string, string> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}
const typeName = (type: string): string => TYPE_NAMES[type] ?? type

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

function valueText(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  // A binary file is one long text with control characters.
  return typeof value === 'string' ? show(value.replace(/\p{Cc}/gu, escaped)) : String(value)
}
