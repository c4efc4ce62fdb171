import { NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import * as z from 'zod'
import { didYouMean, nearest } from '../../../text/nearest.ts'
import { isAction } from '../actions.ts'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import type { FaultRule } from '../fault-rule.ts'
import type { LoadedScenario } from '../files/loaded-scenario.ts'
import { problemText } from '../files/parse.ts'
import type { Path, Problem, Source } from '../files/source.ts'
import type { Called } from '../step-parts.ts'
import { blocksOf, capturesOf, type Step, type StepOf, setBy } from '../steps.ts'
import type { Mismatch } from '../values/match.ts'
import { shapeOf } from '../values/object-shape.ts'
import { type InputPart, inputOf, type JsonShape, replyOf, shapeOfSchema } from './call-shapes.ts'
import { impossible, impossibleCapture } from './check-expectation.ts'
import { setIn, VariableCheck } from './check-variables.ts'
import { faultProblems } from './fault-problems.ts'
import { inputText } from './kinds.ts'

/**
 * Finds errors in a scenario without running it: fields that a call does not take or return, values that the
 * contract's schemas refuse, variables that are never set, invalid regular expressions.
 * @param unsure variables that may be set by an invalid part of the files.
 */
export function checkSteps(loaded: LoadedScenario, unsure: readonly string[] | 'all' = []): Problem[] {
  const check = new StepCheck(loaded, unsure)
  check.file(loaded)
  return check.problems
}

class StepCheck {
  readonly problems: Problem[] = []
  readonly #variables: VariableCheck
  readonly #errorCodes: readonly string[]

  constructor(loaded: LoadedScenario, unsure: readonly string[] | 'all') {
    this.#variables = new VariableCheck(loaded, unsure)
    this.#errorCodes = [...Object.keys(ERROR_STATUS), NETWORK_ERROR, UNKNOWN_ERROR, ...faultCodes(loaded)]
  }

  file({ scenario, source, includes }: LoadedScenario): void {
    this.#variables.define(Object.keys(scenario.vars ?? {}))
    this.#report(source, ['faults'], this.#variables.unknownIn(scenario.faults))
    this.#faults(scenario.faults ?? [], ['faults'], source)
    this.#steps(scenario.steps, ['steps'], { source, includes, mayFail: false })
  }

  #steps(steps: readonly Step[], base: Path, scope: CheckScope): void {
    for (const [at, step] of steps.entries()) this.#step(step, [...base, at], scope)
  }

  #step(step: Step, path: Path, scope: CheckScope): void {
    const { source } = scope
    const blocks = blocksOf(step)
    const own = Object.fromEntries(
      Object.entries(step).filter(([key]) => !blocks.some((block) => block.key === key)),
    )
    this.#report(source, path, this.#variables.unknownIn(own))
    this.#own(step, path, scope)
    this.#variables.define(setBy(step))
    this.#variables.capture(Object.keys(capturesOf(step)))
    const mayFail = scope.mayFail || ('parallel' in step && step.expect !== undefined)
    if ('parallel' in step) {
      const check = (each: Step, at: number) =>
        this.#variables.inScope(() => this.#step(each, [...path, 'parallel', at], { ...scope, mayFail }))
      for (const made of step.parallel.map(check)) this.#variables.capture(made)
      return
    }
    for (const { key, steps } of blocks) {
      // A later iteration of a loop sees the variables set by an earlier one.
      if ('repeat' in step || 'for-each' in step) this.#variables.define(setIn(steps))
      this.#steps(steps, [...path, key], { ...scope, mayFail })
    }
  }

  /** Checks what a kind of step has of its own. */
  #own(step: Step, path: Path, scope: CheckScope): void {
    if ('bot' in step) this.#call(step, path, scope)
    else if ('wait-until' in step) this.#call(step['wait-until'], [...path, 'wait-until'], scope)
    else if ('admin' in step) this.#admin(step, path, scope)
    else if ('http' in step) this.#http(step, path, scope)
    else if ('socket' in step) this.#expectation(step, SOCKET_REPLY, path, scope.source)
    else if ('fault' in step && step.fault !== 'clear')
      this.#faults(step.fault, [...path, 'fault'], scope.source)
    else if ('include' in step) this.#include(step, scope)
  }

  #include(step: StepOf<'include'>, { includes }: CheckScope): void {
    const included = includes.get(step.include)
    const made = this.#variables.inScope(() => {
      this.#variables.define(Object.keys(step.with ?? {}))
      if (included) this.file(included)
    })
    this.#variables.capture(made)
  }

  #call(step: StepOf<'bot'>, path: Path, scope: CheckScope): void {
    const name = isAction(step.do) ? step.do : PLAYER_CALLS.get(step.do)
    if (name === undefined) return
    this.#fields(step, name, ['id', 'gameId', 'deviceId'], path, scope)
    this.#expectation(step, replyOf(name), path, scope.source)
  }

  #admin(step: StepOf<'admin'>, path: Path, scope: CheckScope): void {
    const name = ADMIN_CALLS.get(step.admin)
    if (!name) return
    this.#fields(step, name, step.as === undefined ? [] : ['userId'], path, scope)
    this.#expectation(step, replyOf(name), path, scope.source)
  }

  #http(step: StepOf<'http'>, path: Path, scope: CheckScope): void {
    const [pathname = ''] = step.http.path.replace(/\$\{[^}]*\}/g, 'x').split('?')
    const row = findRoute(step.http.method, pathname)
    this.#expectation(step, row ? replyOf(row.name) : {}, path, scope.source)
  }

  #faults(faults: FaultRule | readonly FaultRule[], path: Path, source: Source): void {
    if (!isList(faults)) this.#fault(faults, path, source)
    else for (const [at, fault] of faults.entries()) this.#fault(fault, [...path, at], source)
  }

  /** Reports what `inkling fault new` refuses: a fault that matches no call or has no effect. */
  #fault(fault: FaultRule, path: Path, source: Source): void {
    this.#report(
      source,
      path,
      faultProblems(fault, (field) => `'${field}'`),
    )
  }

  /** Reports fields that the call does not take and, unless the call is expected to fail, values that it refuses. */
  #fields(
    step: StepOf<'bot' | 'admin'>,
    name: EndpointName | string,
    filledIn: readonly string[],
    path: Path,
    { source, mayFail }: CheckScope,
  ): void {
    const given = step.with ?? {}
    const parts = inputOf(name)
    const known = parts.flatMap(({ schema }) => Object.keys(shapeOf(schema)))
    const unknown = Object.keys(given).filter((field) => !known.includes(field))
    const does = 'do' in step ? step.do : step.admin
    const takes = known.length > 0 ? '' : `: ${does} takes no fields`
    this.#report(
      source,
      [...path, 'with'],
      unknown.map((field) => ({
        path: [field],
        isKey: true,
        message: `'${field}' is not a field of ${does}${takes || didYouMean(field, known) || `: use one of ${inputText(parts)}`}`,
      })),
    )
    if (mayFail || expectsFailure(step.expect)) return
    // A misspelt field is the cause of the missing one.
    const meant = unknown.flatMap((field) => nearest(field, known) ?? [])
    const wrong = parts.flatMap((part) => refusedValues(part, given, [...filledIn, ...meant]))
    this.#report(source, [...path, 'with'], wrong)
  }

  #expectation(
    { expect = {}, capture = {} }: Pick<Called, 'expect' | 'capture'>,
    reply: JsonShape,
    path: Path,
    source: Source,
  ): void {
    const { 'http-status': httpStatus, error, headers, body, ...fields } = expect
    const failing = expectsFailure(expect)
    const shape = failing ? {} : reply
    const wrong: Mismatch[] = [
      ...impossible(fields, shape),
      ...(httpStatus === undefined ? [] : impossible(httpStatus, { type: 'integer' }, ['http-status'])),
      ...impossible(headers, undefined, ['headers']),
      ...impossible(body, body === undefined ? undefined : shape, ['body']),
      ...this.#error(error),
    ]
    this.#report(source, [...path, 'expect'], wrong)
    for (const [name, from] of Object.entries(capture)) {
      const message = failing ? null : impossibleCapture(from, reply)
      if (message !== null) this.#report(source, [...path, 'capture'], [{ path: [name], message }])
    }
  }

  /** Reports error codes that neither the contract nor a fault of this file defines. */
  #error(error: unknown): Mismatch[] {
    const code = { enum: this.#errorCodes, type: 'string' }
    const shape =
      typeof error === 'object' && error !== null && ('code' in error || 'message' in error)
        ? { type: 'object', properties: { code, message: { type: 'string' } } }
        : { anyOf: [code, { type: 'null' }] }
    return error === undefined ? [] : impossible(error, shape, ['error'])
  }

  #report(source: Source, base: Path, wrong: readonly Wrong[]): void {
    for (const { path, message, isKey, isUnquoted } of wrong) {
      const whole = [...base, ...path]
      const position = isKey
        ? source.positionOfKey(whole.slice(0, -1), String(whole.at(-1)))
        : source.positionOf(whole)
      const written = isUnquoted ? source.writtenAt(whole) : undefined
      const hint = written === undefined ? '' : `: write it as "${written}"`
      this.problems.push({ file: source.file, ...position, message: message + hint })
    }
  }
}

/** A problem of a step. `isUnquoted` is set for a value that YAML does not read as text. */
type Wrong = Mismatch & { readonly isUnquoted?: boolean }

interface CheckScope {
  readonly source: Source
  readonly includes: LoadedScenario['includes']
  /** Whether an enclosing step expects some of these steps to fail. */
  readonly mayFail: boolean
}

/** Whether a call is expected to fail. */
function expectsFailure({ error, 'http-status': httpStatus }: Called['expect'] = {}): boolean {
  if (error !== undefined && error !== null) return true
  return typeof httpStatus === 'number' ? httpStatus >= 400 : httpStatus !== undefined
}

const SOCKET_REPLY: JsonShape = {
  anyOf: [
    shapeOfSchema(endpoints.watchReactions.reply),
    { type: 'object', properties: { closed: { type: 'integer' }, reason: { type: 'string' } } },
  ],
}

const isList = (faults: FaultRule | readonly FaultRule[]): faults is readonly FaultRule[] =>
  Array.isArray(faults)

/** The given values that a part of a call refuses. Values with variables are only known when the call is made. */
function refusedValues(
  { schema, isText }: InputPart,
  given: Readonly<Record<string, unknown>>,
  filledIn: readonly string[],
): Wrong[] {
  const fields = Object.keys(shapeOf(schema))
  const own = Object.entries(given).filter(([field]) => fields.includes(field))
  const values = Object.fromEntries(
    own.map(([field, value]) => [field, isText && value !== null ? String(value) : value]),
  )
  const result = z.safeParse(schema, values)
  if (result.success) return []
  return result.error.issues.flatMap((issue): Wrong[] => {
    const { path } = issue
    const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], given)
    if (value === undefined && filledIn.includes(String(path[0]))) return []
    if (JSON.stringify(value ?? null).includes('${')) return []
    const name = path.join('.')
    if (value === undefined) return [{ path, message: `'${name}' is missing` }]
    const isText = issue.code === 'invalid_type' && issue.expected === 'string'
    if (isText && ['number', 'boolean'].includes(typeof value))
      return [{ path, message: `'${name}' must be text, not ${value}`, isUnquoted: true }]
    return [{ path, message: problemText(issue, `'${name}'`, value) }]
  })
}

function faultCodes({ scenario, includes }: LoadedScenario): string[] {
  const own = JSON.stringify([scenario.faults, scenario.steps])
  const codes = [...own.matchAll(/"code":"([^"]+)"/g)].map(([, code = '']) => code)
  return [...codes, ...[...includes.values()].flatMap(faultCodes)]
}
