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
}

const staysHere = { effect: 'stays-here', does: 'change nothing on a server' } as const
const changesHere = { effect: 'changes-here', does: 'change this machine' } as const
const reads = { effect: 'reads', does: 'read' } as const
const writes = (does: string) => ({ effect: 'writes', does }) as const
const changesDay = (does: string) => ({ effect: 'changes-day', does }) as const
const loads = (does: string) => ({ effect: 'loads', does }) as const
const destroys = (does: string) => ({ effect: 'destroys', does }) as const

/**
 * Every operation and its effect, by the words of its command. Commands, the console, the screen reader mode and
 * scenarios use this table to decide whether to ask (consent.ts).
 */
export const OPERATIONS = {
  'admin-key rotate': changesDay('replace the admin key, which locks out everyone who has the old one,'),
  announce: changesDay('tell all players something'),
  'announcement list': reads,
  'announcement remove': writes('remove an announcement'),
  audit: staysHere,
  'audit --server': reads,
  'bots run': writes('make bots sign in, form groups and play'),
  check: loads(
    'let many players play, and replace the data and the clock of a server with controls until it is restored,',
  ),
  'clock advance': changesDay('move the clock forward'),
  'clock freeze': changesDay('stop the clock'),
  'clock midnight': changesDay('move the clock to midnight, which ends the day'),
  'clock resume': changesDay('set the clock to the real time'),
  'clock set': changesDay('set the clock'),
  'clock show': reads,
  complete: reads,
  completion: staysHere,
  conform: reads,
  'conform --write': writes('create four players, a group and a game'),
  console: reads,
  'daily trigger': changesDay("close earlier games and create today's"),
  doctor: reads,
  explore: changesDay('play random actions, which reset all data and move the clock until it is restored'),
  'fault list': reads,
  'fault new': changesDay('make calls fail on purpose'),
  'fault remove': changesDay('remove all faults'),
  'game complete': writes('let simulated players finish a game'),
  'game free': writes('take a running turn back'),
  'game list': reads,
  'game mock': writes('create a completed game of an earlier day'),
  'game show': reads,
  'game skip': writes('skip the turn of a player'),
  'game today': reads,
  'group join': writes('add a player to a group'),
  'group list': reads,
  'group new': writes('create a group'),
  'group remove': writes('remove a group'),
  'group remove-member': writes('take a player out of a group'),
  'group rename': writes('rename a group'),
  'group show': reads,
  help: staysHere,
  'history regenerate': writes("rebuild a player's history"),
  'history show': reads,
  'load compare': staysHere,
  'load part': staysHere,
  'load profiles': staysHere,
  'load reference': staysHere,
  'load schema': staysHere,
  'load run': loads('make many players sign in, play and poll, which may slow the server down for everyone,'),
  'maintenance off': changesDay('let players play again'),
  'maintenance on': changesDay('let players read only'),
  'maintenance show': reads,
  'moderation ban': writes('close the account of a player'),
  'moderation dismiss': writes('close a report'),
  'moderation find': reads,
  'moderation hide': writes('hide something for everybody'),
  'moderation lift': writes('end a suspension'),
  'moderation log': reads,
  'moderation player': reads,
  'moderation queue': reads,
  'moderation reopen': writes('take a decision back'),
  'moderation restore': writes('show something again'),
  'moderation show': reads,
  'moderation suspend': writes('suspend a player'),
  'moderation warn': writes('warn a player'),
  'scenario compare': staysHere,
  'scenario diff': changesDay('run a scenario'),
  'scenario index': staysHere,
  'scenario init': changesHere,
  'scenario list': staysHere,
  'scenario reference': staysHere,
  'scenario record': writes('forward the calls of players during the recording'),
  'scenario run': changesDay('run scenarios'),
  /** For files with steps that reset or restore the world. */
  'scenario run --replacing-world': destroys('run scenarios that replace the world'),
  'scenario schema': staysHere,
  'scenario validate': staysHere,
  serve: changesHere,
  simulate: changesDay('simulate days of many groups and move the clock'),
  stage: writes("change the state of a player's day"),
  'store copy': staysHere,
  'store migrate': staysHere,
  'store status': staysHere,
  'target list': staysHere,
  'target new': changesHere,
  'target remove': changesHere,
  'target show': reads,
  'target use': changesHere,
  'user list': reads,
  'user new': writes('create a player'),
  'user rename': writes('rename a player'),
  'user show': reads,
  'world check': staysHere,
  'world export': reads,
  'world import': destroys('replace all data with the world in a file'),
  'world list': staysHere,
  'world reset': destroys('reset all data to the seed state'),
  'world restore': destroys('replace all data with a saved world'),
  'world save': reads,
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof OPERATIONS

export const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)
