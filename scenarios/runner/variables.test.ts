import { expect, test } from 'vitest'
import { UnknownVariable, Variables } from './variables.ts'

const variables = new Variables(
  { HOME_TOWN: 'Graz', KEY: 'hush' },
  { group: 'Owls', count: 3, ann: { userId: 'u1', chain: [{ type: 'drawing' }] } },
)

/** As a file writes it: no template of this language. */
const $ = (name: string) => `$\{${name}}`

test('a variable that is the whole text keeps its type, one inside a text becomes text', () => {
  expect(variables.fill({ a: $('count'), b: [`${$('group')} have ${$('count')}`], c: true })).toEqual({
    a: 3,
    b: ['Owls have 3'],
    c: true,
  })
})

test('fields and items of a variable', () => {
  expect(variables.fill(`${$('ann.userId')} ${$('ann.chain[0].type')}`)).toBe('u1 drawing')
})

test('the environment, whose secrets stay out of reports', () => {
  expect(variables.fill($('env.HOME_TOWN'))).toBe('Graz')
  expect(variables.redact(variables.fill(`key=${$('secret.KEY')}`))).toBe('key=•••')
})

test.each([
  ['gruop', "there is no variable 'gruop'; did you mean 'group'?"],
  ['ann.nothing', "'ann' has no .nothing"],
  ['env.NOT_SET', 'the environment has no NOT_SET: set it for this scenario'],
])('%s stands for nothing', (name, message) => {
  expect(() => variables.fill($(name))).toThrow(new UnknownVariable(message))
})
