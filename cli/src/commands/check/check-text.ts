import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { Check } from './check.ts'
import type { Part, RuleVerdict } from './verdict.ts'

const PART_TEXTS: Readonly<Record<Part, string>> = {
  conform: 'each rule of API.md (conform)',
  scenarios: 'the shipped scenarios',
  explore: 'random actions, compared with the reference (explore)',
  burst: 'a burst of players',
}

export const partText = (part: Part, { paint }: Page): string => paint('bold', `\n${PART_TEXTS[part]}`)

/** What holds by heading, what could not be asked and why, and what is broken, with the command that shows it. */
export function checkText({ target, seed, verdict, rules, players, wallMs }: Check, page: Page): string {
  const { paint } = page
  const of = (outcome: RuleVerdict['outcome']) => rules.filter((rule) => rule.outcome === outcome)
  const [holding, broken, unasked] = [of('passed'), of('failed'), of('skipped')]
  const sentences = {
    holds: `${target} keeps every rule that could be asked`,
    broken: `${target} breaks ${counted(broken.length, 'rule')}`,
    incomplete: `${target} was not checked to the end`,
  }
  const counts = `${counted(holding.length, 'rule')} hold, ${broken.length} are broken, ${unasked.length} could not be asked`
  return [
    '',
    table(
      ['rules of', 'hold', 'broken', 'not asked'],
      headings(rules).map(([heading, own]) => [
        heading,
        ...(['passed', 'failed', 'skipped'] as const).map((outcome) => {
          const count = own.filter((rule) => rule.outcome === outcome).length
          return count === 0 ? '' : outcome === 'failed' ? paint('red', String(count)) : String(count)
        }),
      ]),
      paint,
    ),
    ...unaskedText(unasked, page),
    ...byDetail(broken).flatMap((own) => ['', brokenText(own, page)]),
    '',
    `${paint('bold', paint(verdict === 'holds' ? 'green' : 'red', sentences[verdict]))}: ${counts}  ${paint('dim', `seed ${seed}`)}`,
    `${(wallMs / 1000).toFixed(0)} s; ${playersText(players)}`,
  ].join('\n')
}

/** Rules by their heading in the documented API; those without one by the part that asked. */
function headings(rules: readonly RuleVerdict[]): [heading: string, rules: readonly RuleVerdict[]][] {
  const groups = new Map<string, RuleVerdict[]>()
  for (const rule of rules) {
    const heading = rule.section ?? PART_TEXTS[rule.part]
    groups.set(heading, [...(groups.get(heading) ?? []), rule])
  }
  return [...groups]
}

/** The reasons why rules could not be asked, the most frequent first. */
function unaskedText(rules: readonly RuleVerdict[], { paint }: Page): string[] {
  if (rules.length === 0) return []
  const sorted = byDetail(rules).sort((a, b) => b.length - a.length)
  return [
    '',
    paint('bold', 'Could not be asked'),
    ...sorted.map(
      ([first, ...more]) =>
        `  – ${more.length === 0 ? first.rule : counted(more.length + 1, 'rule')}: ${first.detail}`,
    ),
  ]
}

type Alike = [RuleVerdict, ...RuleVerdict[]]

/** Rules of which the same is said, because they probably have one cause. */
function byDetail(rules: readonly RuleVerdict[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const rule of rules) {
    const alike = groups.get(rule.detail)
    if (alike) alike.push(rule)
    else groups.set(rule.detail, [rule])
  }
  return [...groups.values()]
}

/** How many of the rules that are broken alike are named. */
const MAX_NAMED = 5

function brokenText(rules: Alike, { paint }: Page): string {
  const [first, ...more] = rules
  const { detail, shownBy, unshown } = rules.find((rule) => rule.shownBy !== null) ?? first
  const unnamed = rules.length - MAX_NAMED
  return [
    ...rules.slice(0, MAX_NAMED).map(({ part, section, rule }) => {
      const where = section === null ? PART_TEXTS[part] : `${section} in API.md`
      return `${paint('red', '✗')} ${paint('bold', rule)}  ${paint('dim', where)}`
    }),
    ...(unnamed > 0 ? [`  and ${counted(unnamed, 'more rule')}, which --report names`] : []),
    `  ${more.length > 0 ? 'Each: ' : ''}${paint('red', detail)}`,
    ...(shownBy === null ? [] : [`  ${shownBy}`]),
    ...(unshown === undefined ? [] : [`  ${paint('dim', unshown)}`]),
  ].join('\n')
}

function playersText({ made, isRestored, left, file }: Check['players']): string {
  if (isRestored) return "the server's world from before is restored"
  if (made === 0) return 'no player was created'
  if (left.length === 0) return `the ${counted(made, 'player')} that were created are removed`
  return `${left.length} of ${counted(made, 'player')} that were created are still there (${left[0]?.reason}): ${file} has their names and device ids`
}
