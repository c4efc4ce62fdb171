import type { OperationName } from '../safety/operations.ts'

type CommandName = Exclude<OperationName, `${string} --${string}`>

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
 * The fields of each command's data with `-o json`; null for a command that ignores it. A field with `?` may be absent;
 * `...?` stands for fields that depend on the server.
 */
export const SHAPES: Readonly<Record<CommandName, string | null>> = {
  'admin-key rotate': '{ rotated, keyIn }',
  announce: '{ id, at, until, text, notified }',
  'announcement list': '{ announcements, maintenance }',
  'announcement remove': SUCCESS,
  audit:
    '[{ id, at, user, command, target, kind, method, url, body, outcome }], or { calls, next } with --server',
  'bots run': '[{ gameId, seed, group, players, turns, waitingFor, results }]',
  'clock advance': CLOCK,
  'clock freeze': CLOCK,
  'clock midnight': CLOCK,
  'clock resume': CLOCK,
  'clock set': CLOCK,
  'clock show': CLOCK,
  check: '{ target, seed, verdict, rules, players, wallMs }',
  complete: null,
  completion: null,
  conform: '{ target, passed, failed, skipped, points }',
  console: null,
  'daily trigger': '{ date, gamesCreated, gamesCompleted, timeZone }',
  doctor: '[{ about, state, finding }]',
  explore: '{ target, seed, actions, compared, finds, coverage, wallMs }',
  'fault list': FAULTS,
  'fault new': FAULTS,
  'fault remove': FAULTS,
  'game complete': '{ gameId, completed, turnsFilled }',
  'game free': GAME,
  'game list': `[${GAME}]`,
  'game mock': '{ gameId, date }',
  'game show': '{ completed, results? } or { completed, state, word, day, chain, waitingFor, playing }',
  'game skip': GAME,
  'game today': TODAY,
  'group join': GROUP,
  'group list': '[{ id, name, code, hostId, hostName, createdAt, memberIds }]',
  'group new': GROUP,
  'group remove': SUCCESS,
  'group remove-member': SUCCESS,
  'group rename': GROUP,
  'group show': GROUP,
  help: '{ topic, text }',
  'history regenerate': '{ userId, entries }',
  'history show': '{ entries, summary, nextBefore }',
  'load compare': '{ test, before, after, figures }',
  'load part': null,
  'load profiles': '[{ profile, name, players, duration }]',
  'load reference': PAGE,
  'load run': LOAD_REPORT,
  'load schema': null,
  'maintenance off': '{ maintenance }',
  'maintenance on': '{ maintenance }',
  'maintenance show': '{ maintenance }',
  'moderation ban': DECISION,
  'moderation dismiss': DECISION,
  'moderation find': '{ players }',
  'moderation hide': DECISION,
  'moderation lift': DECISION,
  'moderation log': '{ decisions, next, names }',
  'moderation player': '{ player, group, gamesPlayed, games, reportsMade, reportsReceived, decisions, ...? }',
  'moderation queue': '{ reports, open, oldestSeconds, next }',
  'moderation reopen': DECISION,
  'moderation restore': DECISION,
  'moderation show': '{ report, game, chain, decisions }',
  'moderation suspend': DECISION,
  'moderation warn': DECISION,
  'scenario compare': '{ newlyFailing, fixed, stillFailing, slower, added, removed }',
  'scenario diff': '{ scenarios }',
  'scenario index': PAGE,
  'scenario init': '{ files, run }',
  'scenario list': '[{ file, name, bots, steps, tags, replacesWorld }]',
  'scenario record': '{ file, steps, bots, drawings, world, leftOut }',
  'scenario reference': PAGE,
  'scenario run': '{ runs, planned, exitCode, timings, durationMs }',
  'scenario schema': null,
  'scenario validate': '[{ file, name, bots, steps, tags, replacesWorld }]',
  serve: '{ url, storedIn, version }',
  simulate: '{ seed, summary, timings, violations, days, wallMs }',
  stage: TODAY,
  'store copy': '{ collections, lostDrawings }',
  'store migrate': '{ database, from, to, isDone }',
  'store status': '{ database, schema, knownSchema, documents, lacksSecrets }',
  'target list': '[{ name, url, current, writes, kind, adminKey, file }]',
  'target new': STORED_TARGET,
  'target remove': STORED_TARGET,
  'target show': '[{ setting, value, source }]',
  'target use': STORED_TARGET,
  'user list': `[${LISTED_USER}]`,
  'user new': USER,
  'user rename': USER,
  'user show': USER,
  'world check': '{ file, documents, drawings }',
  'world export': '{ file, bytes }',
  'world import': REPLACED,
  'world list': `[${SAVED}]`,
  'world reset': REPLACED,
  'world restore': REPLACED,
  'world save': SAVED,
}
