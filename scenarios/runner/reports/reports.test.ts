import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { ScenarioFileError } from '../language/files/file-error.ts'
import { brokenFileReport } from './broken-file.ts'
import { htmlReport } from './html.ts'
import { SEARCH } from './html-search.ts'
import { jsonReport } from './json.ts'
import { junitReport, junitStepsReport } from './junit.ts'
import type { RunReport, StepResult } from './report.ts'
import { failuresOf } from './rerun.ts'
import { passedRun, passedStep } from './run-report.fixture.ts'

const step: StepResult = { ...passedStep, detail: '<b>"game" & all</b>\u0007' }
const problem = { file: 'day.yaml', line: 4, column: 3, message: 'word: expected "a" & got <b>' }
const exchange = { curl: 'curl $TOKEN', status: 404, reply: '{"error":1}' }
const run: RunReport = {
  ...passedRun,
  name: 'a <day>',
  outcome: 'failed',
  steps: [
    step,
    { ...step, number: '2', outcome: 'failed', problems: [problem], exchange },
    { ...step, outcome: 'skipped', detail: 'did not run' },
  ],
  brokenThresholds: ['http.p95 is 3ms, which is not < 1ms'],
  chains: [
    {
      gameId: 'g',
      date: '2026-03-07',
      word: 'cat',
      finalGuess: '<dog>',
      similarityScore: 62,
      matchType: 'partial',
      matchedWord: null,
      totalAttempts: 1,
      chain: [
        {
          stepIndex: 0,
          type: 'drawing',
          userId: 'a',
          username: 'Ann',
          avatar: null,
          content: { drawing: 'iVBORw0=' },
          timeSpent: 4,
        },
        {
          stepIndex: 1,
          type: 'guessing',
          userId: 'b',
          username: 'Ben',
          avatar: null,
          content: { guess: '<dog>' },
          timeSpent: 2,
          similarityScore: 62,
        },
      ],
      guessAttempts: [],
      participants: [],
    },
  ],
}

test('JUnit: a case per scenario with all its failures', () => {
  const passed: RunReport = { ...run, name: 'fine', outcome: 'passed', steps: [], brokenThresholds: [] }
  const elsewhere: RunReport = { ...passed, name: 'elsewhere', outcome: 'skipped' }
  const xml = junitReport([run, passed, elsewhere])
  expect(xml).toContain('tests="3" failures="1" errors="0" time=')
  expect(xml.match(/<testcase /g)).toHaveLength(3)
  expect(xml).toMatch(
    /<testcase classname="day.yaml" name="a &lt;day&gt;" .*><failure message="2 ann today: word: expected[^<]*>2 ann today\nday.yaml:4:3: word[^<]*inkling scenario run day.yaml --seed 4 --target in-process --to-step 2\n[^<]*http.p95/,
  )
  expect(xml).toContain('name="elsewhere" time="0.040"><skipped message="skipped"/></testcase>')
})

test('JUnit with steps: counts, failures with their position, and only valid XML', () => {
  const xml = junitStepsReport([run], 'npx inkling')
  expect(xml).toContain('<testsuites name="inkling" tests="4" failures="2" errors="0" time="0.040">')
  expect(xml).toContain('tests="4" failures="2" errors="0" skipped="1"')
  expect(xml).toContain('<testsuite name="a &lt;day&gt;"')
  expect(xml).toContain(
    '<failure message="2 ann today: word: expected &quot;a&quot; &amp; got &lt;b&gt;" type="expectation">2 ann today\nday.yaml:4:3: word',
  )
  expect(xml).toContain('<skipped message="did not run"/>')
  expect(xml).toContain(
    '$TOKEN\n404 { &quot;error&quot;: 1 }\n\nnpx inkling scenario run day.yaml --seed 4 --target in-process --to-step 2</failure>',
  )
  expect(xml).toContain('timestamp="2026-03-07T12:00:00"')
  expect(xml).not.toContain('\u0007')
})

test('JUnit: cases of several runs of a file have names of their own, and a file that is not valid is an error', () => {
  const seeds = ['4', '5', '5'].map((seed): RunReport => ({ ...run, name: 'a day', seed }))
  const problems = [{ file: 'broken.yaml', line: 1, column: 1, message: 'it has no steps' }]
  const broken = brokenFileReport('broken.yaml', new ScenarioFileError(problems))
  const xml = junitReport([...seeds, broken])
  expect(
    Array.from(xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g), ([, , name]) => name),
  ).toEqual(['a day (seed 4)', 'a day (seed 5, run 1)', 'a day (seed 5, run 2)', 'broken.yaml'])
  expect(xml).toContain('tests="4" failures="3" errors="1"')
  expect(xml).toMatch(/<error message="1 read the file: it has no steps" type="invalid">/)
  expect(junitStepsReport(seeds)).toContain('name="2 ann today (seed 4)"')
})

test('JUnit: well-formed whatever names and errors contain', () => {
  const nasty = `${String.fromCharCode(...Array(0x20).keys())}\u007f\u009b\ud83d\ufffe]]><![CDATA[</failure><!--&#0;"'`
  const worst: StepResult = {
    ...step,
    what: nasty,
    outcome: 'failed',
    problems: [{ ...problem, message: nasty }],
    exchange: { curl: nasty, status: 500, reply: nasty },
  }
  const skipped: StepResult = { ...step, outcome: 'skipped', detail: nasty }
  const texts = { name: nasty, file: nasty, target: nasty, seed: nasty, brokenThresholds: [nasty] }
  const xml = junitReport([{ ...run, ...texts, steps: [worst, skipped] }])
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/)
  const attribute = '\\s[a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot);)*"'
  const tag = new RegExp(`<(/?)([a-z]+)((?:${attribute})*)(/?)>`, 'g')
  const open: string[] = []
  const text = xml.slice(xml.indexOf('\n')).replace(tag, (_, closes, name, __, isEmpty) => {
    if (closes) expect(open.pop()).toBe(name)
    else if (!isEmpty) open.push(name)
    return ''
  })
  expect(open).toEqual([])
  expect(text.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toMatch(/[<&]|\]\]>/)
})

test('JUnit and HTML: a race in which too many calls succeed is a failure', () => {
  const race: StepResult = { ...step, outcome: 'failed', problems: [problem], children: [step, step] }
  const failed: RunReport = { ...run, steps: [race], brokenThresholds: [] }
  expect(junitReport([failed])).toContain('<failure message="1 ann today: word: expected')
  expect(junitStepsReport([failed])).toContain('tests="3" failures="1"')
  expect(htmlReport([failed])).toContain('day.yaml:4:3')
})

test('a report shows the part of a reply that failed, the whole reply, and the stack of a fault', () => {
  const reply = JSON.stringify({ ...Array(40).fill(0), word: null, zebra: 1 }, null, 2)
  const wrong: StepResult = {
    ...step,
    outcome: 'failed',
    problems: [{ ...problem, at: ['word'] }],
    exchange: { ...exchange, reply },
    stack: 'TypeError: no pen\n    at draw',
  }
  const failed: RunReport = { ...run, steps: [wrong] }
  const xml = junitReport([failed])
  expect(xml).toContain('&quot;word&quot;: null')
  expect(xml).toContain('… 37 more lines')
  expect(xml).toContain('TypeError: no pen\n    at draw')
  const html = htmlReport([failed], 'npx inkling')
  expect(html.match(/&quot;word&quot;: null/g)).toHaveLength(2)
  expect(html).toContain('<pre>TypeError: no pen')
  expect(html).toContain('npx inkling scenario run day.yaml --seed 4 --target in-process --to-step 1')
})

test('HTML: failed scenarios come first, each with its file and tags', () => {
  const passed: RunReport = { ...run, name: 'fine', outcome: 'passed', brokenThresholds: [], tags: ['smoke'] }
  const html = htmlReport([passed, run])
  expect(html.indexOf('id="run-1" class="failed"')).toBeGreaterThan(0)
  expect(html).toContain('#smoke')
  expect(html).toContain('<p class="facts">day.yaml</p>')
})

test('JSON: the complete report', () => {
  expect(JSON.parse(jsonReport([run]))).toEqual({ runs: [run] })
})

test('HTML: a self-contained page with the chain and escaped content', () => {
  const html = htmlReport([run])
  expect(html).toContain('1 of 1 scenario failed')
  expect(html).toContain('src="data:image/png;base64,iVBORw0="')
  expect(html).toContain('<q>&lt;dog&gt;</q><span>62% of cat</span>')
  expect(html).toContain('inkling scenario run day.yaml --seed 4 --target in-process')
  expect(html).toContain('2026-03-07 12:00 UTC · toolkit 1.0.0 · server of unknown version · in process')
  expect(html).toContain('<pre>curl $TOKEN\n\n404 { &quot;error&quot;: 1 }</pre>')
  expect(html).toContain('<td>12 ms</td>')
  expect(html).not.toContain('<nav')
  expect(html).not.toMatch(/<script|https?:|<dog>|<day>/)
})

test('HTML: several scenarios have a navigation and a filter for failed ones', () => {
  const passed: RunReport = { ...run, name: 'fine', outcome: 'passed', brokenThresholds: [] }
  const skipped: RunReport = { ...passed, name: 'elsewhere', outcome: 'skipped' }
  const html = htmlReport([run, passed, skipped])
  expect(html).toContain('1 of 3 scenarios failed, 1 skipped')
  expect(html).toContain(
    '<li class="failed"><a href="#run-1">✗ a &lt;day&gt;</a> <small>day.yaml</small></li>',
  )
  expect(html).toContain('<section id="run-2" class="passed">')
  expect(html).toContain('id="only-failed"')
  expect(htmlReport([passed, skipped])).toContain('1 scenario passed, 1 skipped')
  expect(htmlReport([passed, skipped])).not.toContain('id="only-failed"')
})

const flaky: RunReport = {
  ...run,
  name: 'sometimes',
  outcome: 'passed',
  steps: [step],
  brokenThresholds: [],
  failedAttempts: [run, run],
}

test('JUnit: a run that passed when repeated is flaky, and one that failed again has its reruns', () => {
  const xml = junitReport([flaky])
  expect(xml).toContain('tests="1" failures="0"')
  expect(
    xml.match(/<flakyFailure message="2 ann today: word: expected [^>]*>2 ann today\nday.yaml:4:3/g),
  ).toHaveLength(2)
  const failed = junitReport([{ ...run, failedAttempts: [run] }])
  expect(failed).toMatch(
    /tests="1" failures="1"[\s\S]*<failure [\s\S]*<rerunFailure message="2 ann today: word: expected/,
  )
  expect(junitStepsReport([flaky])).toMatch(
    /tests="3" failures="0"[\s\S]*<testcase classname="day.yaml" name="attempt 2" [^>]*><flakyFailure /,
  )
})

test('HTML: a flaky run stands before those that passed, with the steps of its failed attempts', () => {
  const sound: RunReport = { ...flaky, name: 'fine', failedAttempts: [] }
  const html = htmlReport([sound, flaky])
  expect(html).toContain('2 scenarios passed, 1 flaky')
  expect(html).toContain('<section id="run-1" class="flaky">\n<h2>↻ sometimes</h2>')
  expect(html).toMatch(/<summary>Passed on attempt 3<\/summary>.*Attempt 2 failed:[\s\S]*day\.yaml:4:3/s)
})

test('HTML: the calls of a step, and the players who are not in the chain', () => {
  const call = {
    call: 'GET /api/game/today',
    curl: 'curl $TOKEN',
    status: 200,
    ms: 3,
    reply: '{"word":null}',
  }
  const [chain] = run.chains
  const people = ['Ann', 'Ben', 'Ben', 'Dan'].map((username) => ({ username, avatar: null }))
  const html = htmlReport([
    {
      ...run,
      steps: [{ ...step, calls: [call, { ...call, status: 0 }] }],
      chains: chain ? [{ ...chain, participants: people }] : [],
    },
  ])
  expect(html).toContain('<summary>2 calls</summary>')
  expect(html).toContain('<summary>GET /api/game/today · 200 · 3 ms</summary><pre>curl $TOKEN\n\n{&quot;word')
  expect(html).toContain('GET /api/game/today · no response · 3 ms')
  expect(html).toContain('Not in the chain: Ben, Dan')
})

test('HTML: the search shows the scenarios with every word', () => {
  const other: RunReport = { ...flaky, name: 'fine', file: 'night.yaml', failedAttempts: [], chains: [] }
  const { document, Event } = new Window()
  document.write(htmlReport([run, other]))
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((each) => !each.hasAttribute('hidden')).length
  const field = document.querySelector('#search') as unknown as HTMLInputElement
  expect(visible('nav p')).toBe(0)
  new Function('document', SEARCH)(document)
  expect(visible('nav p')).toBe(1)
  const search = (text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input') as never)
    return [visible('main > section'), visible('nav li'), document.querySelector('#found')?.textContent]
  }
  expect(search('NIGHT fine')).toEqual([1, 1, '1 of 2'])
  expect(search('night xylophone')).toEqual([0, 0, '0 of 2'])
  expect(search('')).toEqual([2, 2, ''])
})

test('failures include their position and the command that runs the scenario again', () => {
  const inRace: StepResult = {
    ...step,
    number: '3',
    outcome: 'failed',
    problems: [{ ...problem, line: 9, message: 'succeeded: expected 2, got 1' }],
    children: [{ ...step, number: '3.1', outcome: 'failed', problems: [problem] }],
  }
  const there = { ...run, file: 'my day.yaml', target: 'https://game.example', steps: [inRace] }
  const again = "inkling scenario run 'my day.yaml' --seed 4 --target https://game.example"
  expect(failuresOf([there]).map(({ place, message, command }) => [place, message, command])).toEqual([
    // Not the failed call inside the race.
    ['day.yaml:9:3', 'succeeded: expected 2, got 1', `${again} --to-step 3`],
    ['my day.yaml', 'http.p95 is 3ms, which is not < 1ms', again],
  ])
})
