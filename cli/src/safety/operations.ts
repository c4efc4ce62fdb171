/** The effect of an operation on its target, from none to the most severe. */
export type Effect =
  /** Does not contact a server, or only reads. */
  | 'stays-here'
  | 'reads'
  /** Changes this machine, and no server. */
  | 'changes-here'
  /** Changes or adds single players or groups. */
  | 'writes'
  /** Changes everyone's day: the daily games, the clock, faults. */
  | 'changes-day'
  /** Slows the server down for everyone, and adds many players. */
  | 'loads'
  /** Replaces all data. */
  | 'destroys'

export interface Operation {
  readonly effect: Effect
  /** Completes the sentence "This would …" in questions and errors. */
  readonly does: string
  /**
   * The fields of its data with `-o json`; undefined if it ignores that. A field with `?` may be absent; `...?` stands for
   * fields that depend on the server.
   */
  readonly data?: string | undefined
}

const staysHere = (data?: string) =>
  ({ effect: 'stays-here', does: 'change nothing on a server', data }) as const
const changesHere = (data?: string) =>
  ({ effect: 'changes-here', does: 'change this machine', data }) as const
const reads = (data?: string) => ({ effect: 'reads', does: 'read', data }) as const
const writes = (does: string, data?: string) => ({ effect: 'writes', does, data }) as const
const changesDay = (does: string, data?: string) => ({ effect: 'changes-day', does, data }) as const
const loads = (does: string, data?: string) => ({ effect: 'loads', does, data }) as const
const destroys = (does: string, data?: string) => ({ effect: 'destroys', does, data }) as const

const USER = '{ id, username, avatar, groupId, settings, finishedOnboarding, createdAt?, deviceId?, ...? }'
const LISTED_USER =
  '{ id, username, avatar, groupId, groupName, settings, finishedOnboarding, createdAt, lastSeen, ...? }'
const GROUP = '{ groupId, name, code, avatar, hostId, memberCount, members, settings, daysTogether?, id }'
const GAME =
  '{ id, kind, groupId, day, word, createdAt, completedAt, players, turn, turnsStarted, entries, ...? }'
const TODAY =
  '{ hasGame, gameId, status, yourStatus, canStartTurn, yourNextTurnType, currentTurn, participants, yourSubmission, yourPreviousEntry, word, gameType, group, ...? }'
const CLOCK = '{ now, mode }'
const FAULTS =
  '[{ match, nth?, probability?, times?, delayMs?, status?, code?, message?, rawBody?, drop?, loseResponse?, matched, fired }]'
const STORED_TARGET = '{ name, file }'
const REPLACED = '{ success, savedAs, getBack, deletedAccounts?, broughtBack? }'
const SAVED = '{ name, bytes, savedAt, file, from, deleted? }'
const DECISION =
  '{ decisionId, action, at, by, reportId, gameId, stepIndex, kind, userId, until, note, things, ...? }, or { decisions, refused } for several reports'
const LOAD_REPORT =
  '{ format, version, plan, target, begunAt, versions, processes, sliceMs, slices, server, serverLimited, preparation, invariants, unanswered, stopped, clockFailure, digest, summary }'
const PAGE = '{ text }'
const SUCCESS = '{ success }'

/**
 * Every operation, its effect and its data, by the words of its command. Commands, the console, the screen reader mode and
 * scenarios use this table to decide whether to ask (consent.ts); the help of a command shows its data.
 */
export const OPERATIONS = {
  'admin-key rotate': changesDay(
    'replace the admin key, which locks out everyone who has the old one,',
    '{ rotated, keyIn }',
  ),
  announce: changesDay('tell all players something', '{ id, at, until, text, notified }'),
  'announcement list': reads('{ announcements, maintenance }'),
  'announcement remove': writes('remove an announcement', SUCCESS),
  audit: staysHere(
    '[{ id, at, user, command, target, kind, method, url, body, outcome }], or { calls, next } with --server',
  ),
  'audit --server': reads(),
  'bots run': writes(
    'make bots sign in, form groups and play',
    '[{ gameId, seed, group, players, turns, waitingFor, results }]',
  ),
  check: loads(
    'let many players play, and replace the data and the clock of a server with controls until it is restored,',
    '{ target, seed, verdict, rules, players, wallMs }',
  ),
  'clock advance': changesDay('move the clock forward', CLOCK),
  'clock freeze': changesDay('stop the clock', CLOCK),
  'clock midnight': changesDay('move the clock to midnight, which ends the day', CLOCK),
  'clock resume': changesDay('set the clock to the real time', CLOCK),
  'clock set': changesDay('set the clock', CLOCK),
  'clock show': reads(CLOCK),
  complete: reads(),
  completion: staysHere(),
  conform: reads('{ target, passed, failed, skipped, points }'),
  'conform --write': writes('create four players, a group and a game'),
  console: reads(),
  'daily trigger': changesDay(
    "close earlier games and create today's",
    '{ date, gamesCreated, gamesCompleted, timeZone }',
  ),
  doctor: reads('[{ about, state, finding }]'),
  explore: changesDay(
    'play random actions, which reset all data and move the clock until it is restored',
    '{ target, seed, actions, compared, finds, coverage, wallMs }',
  ),
  'fault list': reads(FAULTS),
  'fault new': changesDay('make calls fail on purpose', FAULTS),
  'fault remove': changesDay('remove all faults', FAULTS),
  'game complete': writes('let simulated players finish a game', '{ gameId, completed, turnsFilled }'),
  'game free': writes('take a running turn back', GAME),
  'game list': reads(`[${GAME}]`),
  'game mock': writes('create a completed game of an earlier day', '{ gameId, date }'),
  'game show': reads(
    '{ completed, results? } or { completed, state, word, day, chain, waitingFor, playing }',
  ),
  'game skip': writes('skip the turn of a player', GAME),
  'game today': reads(TODAY),
  'group join': writes('add a player to a group', GROUP),
  'group list': reads('[{ id, name, code, hostId, hostName, createdAt, memberIds }]'),
  'group new': writes('create a group', GROUP),
  'group remove': writes('remove a group', SUCCESS),
  'group remove-member': writes('take a player out of a group', SUCCESS),
  'group rename': writes('rename a group', GROUP),
  'group show': reads(GROUP),
  help: staysHere('{ topic, text }'),
  'history regenerate': writes("rebuild a player's history", '{ userId, entries }'),
  'history show': reads('{ entries, summary, nextBefore }'),
  'load compare': staysHere('{ test, before, after, figures }'),
  'load part': staysHere(),
  'load profiles': staysHere('[{ profile, name, players, duration }]'),
  'load reference': staysHere(PAGE),
  'load schema': staysHere(),
  'load run': loads(
    'make many players sign in, play and poll, which may slow the server down for everyone,',
    LOAD_REPORT,
  ),
  'maintenance off': changesDay('let players play again', '{ maintenance }'),
  'maintenance on': changesDay('let players read only', '{ maintenance }'),
  'maintenance show': reads('{ maintenance }'),
  'moderation ban': writes('close the account of a player', DECISION),
  'moderation dismiss': writes('close a report', DECISION),
  'moderation find': reads('{ players }'),
  'moderation hide': writes('hide something for everybody', DECISION),
  'moderation lift': writes('end a suspension', DECISION),
  'moderation log': reads('{ decisions, next, names }'),
  'moderation player': reads(
    '{ player, group, gamesPlayed, games, reportsMade, reportsReceived, decisions, ...? }',
  ),
  'moderation queue': reads('{ reports, open, oldestSeconds, next }'),
  'moderation reopen': writes('take a decision back', DECISION),
  'moderation restore': writes('show something again', DECISION),
  'moderation show': reads('{ report, game, chain, decisions }'),
  'moderation suspend': writes('suspend a player', DECISION),
  'moderation warn': writes('warn a player', DECISION),
  'scenario compare': staysHere('{ newlyFailing, fixed, stillFailing, slower, added, removed }'),
  'scenario diff': changesDay('run a scenario', '{ scenarios }'),
  'scenario index': staysHere(PAGE),
  'scenario init': changesHere('{ files, run }'),
  'scenario list': staysHere('[{ file, name, bots, steps, tags, replacesWorld }]'),
  'scenario reference': staysHere(PAGE),
  'scenario record': writes(
    'forward the calls of players during the recording',
    '{ file, steps, bots, drawings, world, leftOut }',
  ),
  'scenario run': changesDay('run scenarios', '{ runs, planned, exitCode, timings, durationMs }'),
  /** For files with steps that reset or restore the world. */
  'scenario run --replacing-world': destroys('run scenarios that replace the world'),
  'scenario schema': staysHere(),
  'scenario validate': staysHere('[{ file, name, bots, steps, tags, replacesWorld }]'),
  serve: changesHere('{ url, storedIn, version }'),
  simulate: changesDay(
    'simulate days of many groups and move the clock',
    '{ seed, summary, timings, violations, days, wallMs }',
  ),
  stage: writes("change the state of a player's day", TODAY),
  status: reads(
    '{ now, timeZone, clock, reports, turns, maintenance?, announcements, faults, counts, capacity? }',
  ),
  'store copy': staysHere('{ collections, lostDrawings }'),
  'store migrate': staysHere('{ database, from, to, isDone }'),
  'store status': staysHere('{ database, schema, knownSchema, documents, lacksSecrets }'),
  'target list': staysHere('[{ name, url, current, writes, kind, adminKey, file }]'),
  'target new': changesHere(STORED_TARGET),
  'target remove': changesHere(STORED_TARGET),
  'target show': reads('[{ setting, value, source }]'),
  'target use': changesHere(STORED_TARGET),
  'user list': reads(`[${LISTED_USER}]`),
  'user new': writes('create a player', USER),
  'user rename': writes('rename a player', USER),
  'user show': reads(USER),
  'world check': staysHere('{ file, documents, drawings }'),
  'world export': reads('{ file, bytes }'),
  'world import': destroys('replace all data with the world in a file', REPLACED),
  'world list': staysHere(`[${SAVED}]`),
  'world reset': destroys('reset all data to the seed state', REPLACED),
  'world restore': destroys('replace all data with a saved world', REPLACED),
  'world save': reads(SAVED),
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof OPERATIONS

export const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)
