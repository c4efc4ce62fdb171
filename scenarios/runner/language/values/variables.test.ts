import { AsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { literalText, UnknownVariable, Variables } from './variables.ts'

const variables = new Variables(
  { HOME_TOWN: 'Graz', KEY: 'hush' },
  { group: 'Owls', count: 3, ann: { userId: 'u1', chain: [{ type: 'drawing' }] } },
)

/** A scenario variable, not a JavaScript template. */
const $ = (name: string) => `$\{${name}}`

test('a variable that is the whole text keeps its type, and one within a text becomes text', () => {
  expect(variables.fill({ a: $('count'), b: [`${$('group')} have ${$('count')}`], c: true })).toEqual({
    a: 3,
    b: ['Owls have 3'],
    c: true,
  })
})

test('fields and items of a variable', () => {
  expect(variables.fill(`${$('ann.userId')} ${$('ann.chain[0].type')}`)).toBe('u1 drawing')
})

test('environment variables, and secrets that reports do not show', () => {
  expect(variables.fill($('env.HOME_TOWN'))).toBe('Graz')
  expect(variables.redact(variables.fill(`key=${$('secret.KEY')}`))).toBe('key=•••')
})

test.each([
  ['gruop', "there is no variable 'gruop'; did you mean 'group'?"],
  ['ann.nothing', "'ann' has no .nothing"],
  [
    'env.NOT_SET',
    'the environment variable NOT_SET is not set, or scenarios may not read it: allow it with --env NOT_SET, or set INKLING_VAR_NOT_SET',
  ],
])('%s is not defined', (name, message) => {
  expect(() => variables.fill($(name))).toThrow(new UnknownVariable(message))
})

test.each([
  '$',
  '{',
  $(''),
  $('group'),
  `$${$('group')}`,
  `$$${$('group')}`,
  `${$('env.KEY')}$`,
  `$\{`,
  `$\{${$('group')}}`,
])('the literal text of %s inserts nothing', (text) => {
  expect(variables.fill(literalText(text))).toBe(text)
  expect(variables.fillKnown(literalText(text))).toBe(text)
  const around = `${literalText(text)} of ${$('group')}`
  if (!text.endsWith('$')) expect(variables.fill(around)).toBe(`${text} of Owls`)
})

test('earlier runs leave nothing behind that every promise would carry', () => {
  const run = () =>
    new Variables({}).inScope(() => Object.getOwnPropertySymbols(new AsyncResource('promise')))
  const carried = run()
  for (let at = 0; at < 10; at++) expect(run()).toEqual(carried)
})

test('a scope belongs to the variables that opened it', () => {
  const [one, other] = [new Variables({}), new Variables({}, { from: 'the other file' })]
  one.inScope(() => {
    one.set('from', 'a scope')
    expect([one.fill($('from')), other.fill($('from'))]).toEqual(['a scope', 'the other file'])
  })
})
