import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { loadHtml } from '../../load/reports/html.ts'
import { reportOf } from '../../load/reports/load-report.fixture.ts'
import { htmlReport } from './html.ts'
import type { RunReport } from './report.ts'
import { passedRun, passedStep } from './run-report.fixture.ts'

/* Reports of runs against a server that puts markup into every field. */

const BAD = `</small></title></style><script>owned()</script>"'><img src=x onerror="owned()">`
/** The fields as a server sends them: with texts where the contract promises numbers. */
const bad = (text: string): never => `${text}${BAD}` as never
const step = { userId: 'u', username: bad('ann'), avatar: null, timeSpent: 1 }
const chain: GameResults = {
  gameId: bad('g'),
  date: bad('2026-03-10'),
  word: bad('cat'),
  finalGuess: bad('dog'),
  similarityScore: bad('3'),
  matchType: bad('exact'),
  matchedWord: null,
  totalAttempts: 1,
  guessAttempts: [],
  participants: [{ username: bad('absent'), avatar: null }],
  chain: [
    { ...step, stepIndex: 0, type: 'drawing', content: { drawing: bad('iVBORw0AAAA') } },
    { ...step, stepIndex: 1, type: 'drawing', content: { drawing: 'iVBORw0AAAA' } },
    { ...step, stepIndex: 2, type: 'guessing', content: { guess: bad('dog') }, similarityScore: bad('4') },
  ],
}
const run: RunReport = {
  ...passedRun,
  name: bad('name'),
  file: bad('file'),
  target: bad('target'),
  seed: bad('seed'),
  versions: { toolkit: '1.0.0', server: bad('1') },
  outcome: 'failed',
  steps: [
    {
      ...passedStep,
      who: bad('ann'),
      what: bad('today'),
      outcome: 'failed',
      detail: bad('detail'),
      problems: [{ file: bad('f'), line: 1, column: 1, message: bad('message') }],
      exchange: { curl: bad('curl'), status: 200, reply: bad('reply') },
      calls: [{ call: bad('call'), curl: bad('curl'), status: bad('200'), ms: 1, reply: bad('reply') }],
    },
  ],
  brokenThresholds: [bad('threshold')],
  chains: [chain],
}

function loaded(page: string) {
  const { document } = new Window()
  document.write(page)
  const elements = [...document.querySelectorAll('*')]
  return {
    scripts: elements.filter(({ tagName }) => tagName === 'SCRIPT').length,
    handlers: elements.flatMap((element) => element.getAttributeNames().filter((name) => /^on/.test(name))),
    pictures: [...document.querySelectorAll('img')].map((image) => image.getAttribute('src')),
    policy: document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
  }
}

test('the page of a run has no script of the server, and only drawings as pictures', () => {
  const { scripts, handlers, pictures, policy } = loaded(htmlReport([run, run]))
  // That of the search field.
  expect([scripts, handlers]).toEqual([1, []])
  expect(loaded(htmlReport([run])).scripts).toBe(0)
  expect(pictures).toEqual(Array(2).fill('data:image/png;base64,iVBORw0AAAA'))
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-[\w+/]{43}='; base-uri/,
  )
})

test('the page of a load has neither', () => {
  const report = reportOf('7', 1, [bad('rule')])
  const { summary, versions } = report
  const hostile = {
    ...report,
    target: bad('target'),
    versions: { ...versions, server: bad('1') },
    summary: {
      ...summary,
      errorsByCode: { [bad('code')]: 1, ...summary.errorsByCode },
      byCall: Object.fromEntries(Object.entries(summary.byCall).map(([name, call]) => [bad(name), call])),
      playersAnHour: bad('1'),
      thresholds: summary.thresholds.map((each) => ({ ...each, name: bad('n'), limit: bad('l') })),
    },
  }
  const { scripts, handlers, pictures, policy } = loaded(loadHtml(hostile))
  expect([scripts, handlers, pictures]).toEqual([0, [], []])
  expect(policy).toContain("default-src 'none'")
})
