import { clientOf } from '@inkling/mock-server/contract/client/client'
import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { counted } from '../../text/counted.ts'
import { milliseconds } from '../../text/duration.ts'
import type { FaultRule } from '../language/fault-rule.ts'
import { clockChangeOf } from '../language/step-definitions/controls.ts'
import type { StepOf } from '../language/steps.ts'
import type { Session } from './session.ts'
import { failure, StepFailure } from './step-failure.ts'

/* Steps that only a reference server supports. Each function returns a short summary of the result. */

export async function performClock({ clock }: StepOf<'clock'>, session: Session) {
  session.touchedClock = true
  const { now, mode } = await clientOf(session.access).changeClock({ body: clockChangeOf(clock) })
  session.isClockFrozen = mode === 'frozen'
  return { detail: inZone(now, session.target.timeZone), instant: now }
}

/** A time in the time zone of the game, as players see it. */
function inZone(instant: string, timeZone: string | undefined): string {
  if (timeZone === undefined) return instant
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return `${format.format(new Date(instant)).replace(',', '')} ${timeZone}`
}

export async function performFault({ fault }: StepOf<'fault'>, session: Session): Promise<string> {
  const admin = clientOf(session.access)
  if (fault === 'clear') {
    await admin.clearFaults()
    return 'no faults'
  }
  const rules = [fault].flat().map((rule) => session.variables.fill(rule))
  const active = await admin.putFaults({ body: [...(await admin.getFaults()), ...rules.map(faultOf)] })
  return `${active.length} active`
}

/** A fault in the form that the server accepts. */
export function faultOf({ delay, ...rule }: FaultRule): Fault {
  const given = Object.entries(rule).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as Fault),
    ...(delay !== undefined && { delayMs: milliseconds(delay) }),
  }
}

export async function performStage({ stage, as }: StepOf<'stage'>, session: Session): Promise<string> {
  const player = session.player(as)
  const today = await clientOf(session.access).stage({ body: { ...stage, userId: player.bot.user.id } })
  player.setValues({ gameId: today.gameId, status: today.yourStatus })
  return `game ${today.status} · ${player.bot.name} ${today.yourStatus}`
}

export async function performWorld({ world }: StepOf<'world'>, session: Session): Promise<string> {
  const admin = clientOf(session.access)
  if (world === 'reset') {
    session.worldBefore ??= await admin.exportWorld()
    await admin.resetWorld()
    return 'back to the seed state'
  }
  if ('save' in world) {
    session.worlds.set(world.save, await admin.exportWorld())
    return `saved as ${world.save}`
  }
  const saved = session.worlds.get(world.restore)
  if (!saved) throw failure(`no world was saved as '${world.restore}' before`, ['world', 'restore'])
  session.worldBefore ??= await admin.exportWorld()
  await admin.restoreWorld({ body: saved })
  return `restored from ${world.restore}`
}

const SECRETS = { restart: 'keep', 'rotate-secrets': 'rotate', 'replace-secrets': 'replace' } as const

export async function performServer({ server }: StepOf<'server'>, { target }: Session): Promise<string> {
  if (!target.restart) throw failure('only a server that this run started can be restarted')
  await target.restart(SECRETS[server])
  return server === 'restart' ? 'restarted' : 'restarted with a new secret'
}

/** Checks the rules in every player's view. */
export async function performCheck(_: StepOf<'check'>, session: Session): Promise<string> {
  const broken = await session.rules.check(session.players.map(({ bot }) => bot))
  if (broken.length > 0) throw new StepFailure(broken.map((message) => ({ path: ['check'], message })))
  const { games } = session.rules
  const views = session.players.filter(({ bot }) => bot.token !== null).length
  if (views === 0) throw failure('there is no signed-in player to check', ['check'])
  return `the rules hold · ${counted(games, 'game')}, ${counted(views, 'player')}`
}
