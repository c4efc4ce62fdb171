import { describe, expect, test } from 'vitest'
import { loadScenario } from './load.ts'
import { parseScenario } from './parse.ts'
import { ScenarioFileError } from './source.ts'

const head = 'version: 1\nname: a test\nbots: { ann: {}, ben: { persona: slow } }\n'

async function problemsOf(text: string): Promise<string[]> {
  try {
    await loadScenario('day.yaml', async () => text)
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.message.split('\n')
    throw error
  }
  return []
}

test('a valid file is parsed as written', () => {
  const { scenario } = parseScenario(
    `${head}steps:\n  - { bot: ann, do: start-turn, expect: { type: drawing } }\n  - { clock: { advance: 6m } }\n`,
    'day.yaml',
  )
  expect(scenario.steps).toEqual([
    { bot: 'ann', do: 'start-turn', expect: { type: 'drawing' } },
    { clock: { advance: '6m' } },
  ])
})

describe('a problem is reported with its position (marked ^ here) and the closest valid word', () => {
  test.each([
    ['- { bot: ann, do: ^strat-turn }', "'strat-turn' is not valid here; did you mean 'start-turn'?"],
    ['- { bot: ann, do: today, ^exepct: {} }', "unknown key 'exepct'; did you mean 'expect'?"],
    ['- { ^clok: { advance: 6m } }', "'clok' is not a kind of step; did you mean 'clock'?"],
    ['- { bot: ^bne, do: today }', "there is no bot 'bne'; did you mean 'ben'?"],
    ['- { barrier: [ann, ^bne] }', "there is no bot 'bne'; did you mean 'ben'?"],
    [
      '- { admin: ^triger-daily-games }',
      "'triger-daily-games' is not valid here; did you mean 'trigger-daily-games'?",
    ],
    ['- { repeat: ^often, steps: [] }', "'repeat' must be a number, not 'often'"],
    ['- ^{ repeat: 2 }', "'steps' is missing"],
    ['- { repeat: ^0, steps: [{ say: x }] }', "'repeat' must be at least 1, not 0"],
    ['- { bot: ^[], do: today }', "'bot' must have at least 1 item"],
    ['- { stage: { groupSize: ^11 }, as: ann }', "'groupSize' must be at most 10, not 11"],
    ['- { fault: { match: {}, nth: ^0, drop: true } }', "'nth' must be more than 0, not 0"],
    [
      '- { bot: ann, do: today, timeout: ^soon }',
      "'timeout': a duration is a number followed by ms, s, m, h or d, such as 90s or 6m",
    ],
    [
      '- { bot: ann, do: today, timeout: ^5 }',
      "'timeout': a duration is a number followed by ms, s, m, h or d, such as 90s or 6m",
    ],
    ['- { parallel: [{ bot: ann, do: ^todya }] }', "'todya' is not valid here; did you mean 'today'?"],
    [
      '- { clock: { to: ^noon } }',
      "'to': a time is ISO 8601 with an offset, such as 2026-03-07T23:40:00-05:00",
    ],
    [
      '- { world: ^{ save: a, restore: b } }',
      'a world step is reset, { save: a name } or { restore: a name }',
    ],
    ['- ^{ stage: { turnType: guess }, bot: ann }', "'as' is missing"],
    ['- ^hello', "'hello' is not a step: a step has one of bot, admin, http"],
  ])('%s', async (marked, message) => {
    const [problem = ''] = await problemsOf(`${head}steps:\n${marked.replace('^', '')}\n`)
    expect(problem.slice(0, `day.yaml:5:00: ${message}`.length)).toContain(
      `day.yaml:5:${marked.indexOf('^') + 1}: `,
    )
    expect(problem).toContain(message)
  })

  test('a binary file, without its bytes', async () => {
    expect(await problemsOf(`\u007FELF\u0001${'x'.repeat(1000)}`)).toEqual([
      expect.stringMatching(/^day\.yaml:1:1: the file must be a mapping, not '\\x7fELF\\x01x+…$/),
    ])
  })

  test('a key of the file', async () => {
    expect(await problemsOf(`${head}stepz: []\nsteps: [{ say: hi }]\n`)).toEqual([
      "day.yaml:4:1: unknown key 'stepz'; did you mean 'steps'?",
    ])
  })

  test('a key of the config', async () => {
    expect(await problemsOf(`${head}config: { sed: 4 }\nsteps: [{ say: hi }]\n`)).toEqual([
      "day.yaml:4:11: unknown key 'sed'; did you mean 'seed'?",
    ])
  })

  test('a persona', async () => {
    expect(
      await problemsOf('version: 1\nname: a\nbots: { ann: { persona: stedy } }\nsteps: [{ say: hi }]\n'),
    ).toEqual(["day.yaml:3:25: 'stedy' is not valid here; did you mean 'steady'?"])
  })

  test('text that is not YAML', async () => {
    expect((await problemsOf('version: 1\nsteps: [ { bot: ann\n'))[0]).toMatch(/^day\.yaml:\d+:\d+: /)
  })

  test('several problems at once', async () => {
    const problems = await problemsOf(
      `${head}steps:\n  - { bot: ann, do: tday }\n  - { bot: ben, do: today }\n  - { clock: 5 }\n`,
    )
    expect(problems.map((problem) => problem.split(':')[1])).toEqual(['5', '7'])
  })
})

describe('includes', () => {
  const files: Record<string, string> = {
    'play/day.yaml': `${head}steps: [{ include: lib/group.yaml }, { bot: cat, do: today }]\n`,
    'play/lib/group.yaml':
      'version: 1\nname: lib\nbots: { cat: {} }\nsteps: [{ bot: [ann, cat], do: today }]\n',
    'play/circle.yaml': 'version: 1\nname: circle\nsteps: [{ include: circle.yaml }]\n',
    'play/lost.yaml': 'version: 1\nname: lost\nsteps:\n- repeat: 2\n  steps: [{ include: nowhere.yaml }]\n',
  }
  const read = async (file: string): Promise<string> =>
    files[file] ?? Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }))

  test('add their bots and can use those of the file', async () => {
    const { bots } = await loadScenario('play/day.yaml', read)
    expect(Object.keys(bots).sort()).toEqual(['ann', 'ben', 'cat'])
  })

  test.each([
    ['play/circle.yaml', "play/circle.yaml:3:20: 'circle.yaml' includes itself"],
    ['play/lost.yaml', "play/lost.yaml:5:22: there is no file 'nowhere.yaml' next to this one"],
  ])('%s', async (file, message) => {
    await expect(loadScenario(file, read)).rejects.toThrow(message)
  })

  test('a shipped file can be included, and a misspelt one is reported', async () => {
    const day = (name: string) => async () => `${head}steps: [{ include: "inkling:lib/${name}" }]\n`
    const { bots } = await loadScenario('day.yaml', day('group-of-three.yaml'))
    expect(Object.keys(bots)).toEqual(['ann', 'ben', 'cat'])
    await expect(loadScenario('day.yaml', day('group-of-tree.yaml'))).rejects.toThrow(
      "day.yaml:4:20: there is no shipped file 'inkling:lib/group-of-tree.yaml'; did you mean 'inkling:lib/group-of-three.yaml'?",
    )
    await expect(loadScenario('day.yaml', day('../../../README.md'))).rejects.toThrow(
      'there is no shipped file',
    )
  })
})

test('all faults are reported in line order, once per cause', async () => {
  const lib = `version: 1
name: lib
steps:
- { bot: fay, do: today }
- { bot: ann, do: tody }`
  const day = `version: 1
name: day
bots: { ann: {} }
steps:
- { include: lib.yaml }
- { bot: ann, do: today, expect: { statsu: active } }
- { bot: ann, do: group, captrue: { id: $.groupId }, capture: { code: $.code } }
- { bot: ben, do: today }
- { bot: ann, do: game, with: { id: "$\{gaem}" } }
- { bot: ben, do: join-group, with: { cod: "$\{code}" } }
- { bot: ann, do: game, with: { id: "$\{gaem}" } }`
  const files: Record<string, string> = { 'day.yaml': day, 'lib.yaml': lib }
  const error = await loadScenario('day.yaml', async (file) => files[file] ?? '').catch(String)
  expect(
    error,
  ).toBe(`ScenarioFileError: day.yaml:6:36: 'statsu' is not a field of this value; did you mean 'status'?
day.yaml:7:26: unknown key 'captrue'; did you mean 'capture'?
day.yaml:8:10: there is no bot 'ben': the bots are ann (also on line 10)
day.yaml:9:37: there is no variable 'gaem' (also on line 11)
day.yaml:10:39: 'cod' is not a field of join-group; did you mean 'code'?
lib.yaml:4:10: there is no bot 'fay': the bots are ann
lib.yaml:5:19: 'tody' is not valid here; did you mean 'today'?`)
})
