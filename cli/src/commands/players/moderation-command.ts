import type { DecisionAction, DecisionView } from '@inkling/mock-server/contract/schemas/moderation'
import { Option } from 'commander'
import { CliError, EXIT } from '../../cli-error.ts'
import { runnable } from '../../command-line/invocation.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleanedData } from '../../terminal-text.ts'
import type { Command } from '../shared/command.ts'
import { afterOption } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { perform } from '../shared/perform.ts'
import type { Decisions, FoundPlayer, Subject } from './moderation.ts'

const MAX_PAGE = 100
const MAX_DAYS = 365

export function addModeration(program: Command): void {
  const moderation = program
    .command('moderation')
    .description('decide about what players report (needs the admin key)')
  addQueue(moderation)
  addShow(moderation)
  addPlayers(moderation)
  addLog(moderation)
  for (const action of Object.keys(DECISIONS) as DecisionAction[]) addDecision(moderation, action)
}

const texts = () => import('./moderation-text.ts')

function addQueue(moderation: Command): void {
  moderation
    .command('queue')
    .description('list reported things, the newest first')
    .addOption(new Option('--order <order>').choices(['newest', 'oldest', 'most-reported']).default('newest'))
    .addOption(new Option('--reason <reason>').choices(['hurtful', 'sexual', 'private', 'other']))
    .option('--closed', 'those that are decided')
    .option('--player <id>', 'of this player')
    .option('--group <id>', 'of this group')
    .option('--limit <number>', 'number of things', wholeNumber(1, MAX_PAGE), 20)
    .addOption(afterOption())
    .examples('moderation queue --order oldest', 'moderation queue --reason sexual -o json')
    .printsInZone(
      ({ client }, { after: before, closed, player, group, ...options }) => {
        const state = closed ? 'closed' : 'open'
        return client.listReports({ query: { ...options, state, userId: player, groupId: group, before } })
      },
      async (queue, page, { order }, called: Command) => {
        const { whereIds } = await import('../../command-line/refusal-hint.ts')
        const text = (await texts()).queueText(queue, page, order)
        return queue.reports.length === 0 ? text + runnable(whereIds(called)) : text
      },
    )
}

function addShow(moderation: Command): void {
  moderation
    .command('show')
    .argument('<report>', 'the id of the report')
    .description('show a report with its whole chain')
    .option('--draw', 'show the drawings')
    .examples('moderation show REPORT_ID --draw')
    .printsInZone(
      ({ client }, id: string) => client.inspectReport({ params: { id } }),
      async (shown, page, _, { draw }) => (await texts()).reportText(shown, page, draw === true),
    )
}

function addPlayers(moderation: Command): void {
  moderation
    .command('find')
    .argument('<text>', 'a part of a name, or an id or its beginning')
    .description('find players')
    .option('--limit <number>', 'number of players', wholeNumber(1, MAX_PAGE), 20)
    .examples('moderation find otto', 'moderation find otto --limit 100')
    .printsInZone(
      ({ client }, query: string, { limit }) => client.findPlayers({ query: { query, limit } }),
      async (found, page, _, { limit }) => (await texts()).playersText(found, page, limit),
    )
  moderation
    .command('player')
    .argument('<user>', 'the id of the player')
    .description("show a player's games, reports and decisions")
    .examples('moderation player USER_ID')
    .printsInZone(
      ({ client }, id: string) => client.inspectPlayer({ params: { id } }),
      async (shown, page) => (await texts()).playerText(shown, page),
    )
}

function addLog(moderation: Command): void {
  moderation
    .command('log')
    .description('list all decisions, the newest first')
    .option('--limit <number>', 'number of decisions', wholeNumber(1, MAX_PAGE), 20)
    .addOption(afterOption())
    .examples('moderation log', 'moderation log -o json')
    .printsInZone(
      async ({ client }, { limit, after }) =>
        (await import('./moderation.ts')).decisionLog(client, { limit, before: after }),
      async (log, page) => (await texts()).logText(log, page),
    )
}

/** What each decision does, what it can be about, and an example. */
const DECISIONS: Readonly<
  Record<DecisionAction, readonly [description: string, about: 'thing' | 'player', example: string]>
> = {
  dismiss: ['close a report: the thing stays', 'thing', 'REPORT_ID REPORT_ID'],
  hide: ['hide a thing for everybody', 'thing', 'REPORT_ID'],
  restore: ['show a hidden thing again', 'thing', '--game GAME_ID --step 2'],
  warn: ['hide a thing and warn its author', 'player', 'REPORT_ID'],
  suspend: ['let a player only read for some days', 'player', '--player USER_ID --days 7 --note "links"'],
  ban: ['let a player only read, for good', 'player', '--player USER_ID'],
  lift: ['end a suspension or a ban', 'player', '--player USER_ID'],
  reopen: ['let a decided report wait again; a suspension or ban stays until `lift`', 'thing', 'REPORT_ID'],
}

function addDecision(moderation: Command, action: DecisionAction): void {
  const [description, about, example] = DECISIONS[action]
  const command = moderation
    .command(action)
    .description(description)
    .argument('[report...]', 'the ids of reports')
    .addOption(
      new Option(
        '--if-version <number>',
        'only if the report has this version, which `moderation show` prints once it is decided',
      ).argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    )
    .option('--note <text>', 'why, for the log and the player')
    .examples(`moderation ${action} ${example}`)
  if (action !== 'reopen') {
    command.option('--everything', 'all other open reports of the same player too')
    command.option('--player <id>', PLAYER[action] ?? 'the player')
  }
  if (about === 'thing') {
    command.option('--game <id>', 'the game of a step')
    command.option('--step <number>', 'the step, 1 for the first', wholeNumber(1, MAX_PAGE))
  }
  if (action === 'suspend') command.requiredOption('--days <number>', 'how long', wholeNumber(1, MAX_DAYS))
  command.action(async (ids: string[], { ifVersion: version, ...options }, called: Command) => {
    const { decide, decideAll, expectSuspended, stillSuspended } = await import('./moderation.ts')
    const { decisionsText } = await import('./moderation-text.ts')
    const [first, ...more] = ids
    const subject = subjectOf({ ...options, report: first })
    const { hintOf } = await import('../../command-line/refusal-hint.ts')
    if (more.length > 0 && version !== undefined)
      throw new CliError(EXIT.usage, '--if-version is for one report: leave it or the other reports out.')
    const decideOne = async (settings: Settings) => {
      if (action === 'lift' && 'userId' in subject && !options.everything)
        await expectSuspended(settings, subject.userId)
      return decide(settings, action, { ...subject, version }, options)
    }
    const decideSeveral = async (settings: Settings) => {
      const subjects = [...new Set(ids)].map((reportId) => ({ reportId }))
      const made = await decideAll(settings, action, subjects, options)
      if (made.refused.length > 0) process.exitCode = EXIT.runtime
      return made
    }
    const allOf = (made: DecisionView | Decisions) =>
      'decisions' in made ? made : { decisions: [made], refused: [] }
    let readers: readonly FoundPlayer[] = []
    await perform(
      called,
      async ({ settings }) => {
        const made = await (more.length === 0 ? decideOne : decideSeveral)(settings)
        if (action === 'reopen') readers = cleanedData(await stillSuspended(settings, allOf(made).decisions))
        return made
      },
      (made, { zone }) => {
        const { decisions, refused } = allOf(made)
        const hinted = refused.map((each) => ({
          ...each,
          message: runnable(`${each.message.replace(/\.$/, '')}.${hintOf(each, called, each.reportId)}`),
        }))
        return decisionsText({ decisions, refused: hinted }, zone, readers)
      },
      [],
      true,
    )
  })
}

/** What of a player a decision about a thing concerns. */
const PLAYER: Partial<Record<DecisionAction, string>> = {
  dismiss: 'with --everything, all open reports of this player',
  hide: "this player's name and avatar",
  restore: "this player's name and avatar",
}

interface SubjectOptions {
  readonly report?: string | undefined
  readonly player?: string
  readonly game?: string
  readonly step?: number
}

function subjectOf({ report, player, game, step }: SubjectOptions): Subject {
  if ((game === undefined) !== (step === undefined))
    throw new CliError(EXIT.usage, 'name a step by both --game and --step.')
  const given: Subject[] = [
    ...(report === undefined ? [] : [{ reportId: report }]),
    ...(player === undefined ? [] : [{ userId: player }]),
    ...(game === undefined || step === undefined ? [] : [{ gameId: game, stepIndex: step - 1 }]),
  ]
  const [only] = given
  if (only && given.length === 1) return only
  throw new CliError(
    EXIT.usage,
    'say what the decision is about: one report, one player, or one step. Reports are listed by `inkling moderation queue`.',
  )
}
