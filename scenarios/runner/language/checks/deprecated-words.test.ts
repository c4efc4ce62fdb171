import { expect, test } from 'vitest'
import { loadScenario } from '../files/load.ts'
import { parseScenario } from '../files/parse.ts'
import { deprecatedWords } from './deprecated-words.ts'

const HEAD = 'version: 1\nname: day\nbots: { ann: {} }\nsteps:\n'
const wordsOf = (step: string): string[] =>
  deprecatedWords(parseScenario(`${HEAD}${step}\n`, 'day.yaml')).map(
    ({ line, column, message }) => `${line}:${column}: ${message}`,
  )

test.each([
  ['- { bot: ann, do: today, within: 5s }', "5:26: 'within' is deprecated here: use 'timeout'"],
  ['- { admin: trigger-daily-games, within: 5s }', "5:33: 'within' is deprecated here: use 'timeout'"],
  [
    '- { wait-until: { bot: ann, do: today }, within: 5s }',
    "5:42: 'within' is deprecated here: use 'until-within'",
  ],
  ['- { repeat: 2, as: n, steps: [{ say: x }] }', "5:16: 'as' is deprecated here: use 'var'"],
  [
    '- { parallel: [{ bot: ann, do: today, expect: { status: 200 } }] }',
    "5:49: 'status' is deprecated here: use 'http-status'",
  ],
  [
    '- { bot: ann, do: group, expect: { members: [{ username: { regex: a } }] } }',
    "5:60: 'regex' is deprecated here: use 'matches'",
  ],
])('%s', (step, message) => {
  expect(wordsOf(step)).toEqual([message])
})

test.each([
  '- { bot: ann, do: today, expect: { status: completed }, timeout: 5s }',
  '- { bot: ann, do: today, expect: { http-status: 200, word: { matches: a } } }',
  '- { socket: reactions, as: ann, within: 5s, expect: { data: {} } }',
  '- { repeat: 2, var: n, steps: [{ http: { method: GET, path: /api/x }, as: ann }] }',
])('nothing in %s', (step) => {
  expect(wordsOf(step)).toEqual([])
})

test('a loaded scenario has the deprecated words of all its files, once each', async () => {
  const files: Record<string, string> = {
    'day.yaml': `${HEAD}- { include: lib.yaml }\n- { include: lib.yaml }\n`,
    'lib.yaml': `${HEAD}- { bot: ann, do: today, within: 5s }\n- { bot: ann, do: today, within: 5s }\n`,
  }
  const { warnings } = await loadScenario('day.yaml', async (file) => files[file] ?? '')
  expect(warnings).toEqual([
    {
      file: 'lib.yaml',
      line: 5,
      column: 26,
      message: "'within' is deprecated here: use 'timeout' (also on line 6)",
    },
  ])
})
