import type { DecisionAction, ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'

/* What a decision does, for its question. */

/** A thing as a noun: 'the guess “your mum” of Otto'. */
function nounOf({ kind, text, author }: ReportedThing): string {
  const said = text === null ? '' : ` “${text}”`
  return `the ${kind.replace('-', ' ')}${said} of ${author.username}`
}

/** Whom and what a decision is about. */
export interface Matter {
  readonly players: readonly string[]
  readonly things: readonly ReportedThing[]
  /** Whether it is also about all other open reports of the player. */
  readonly isEverything: boolean
}

/** Such as 'hide the guess “your mum” of Otto for everybody'. */
export function doesOf(action: DecisionAction, matter: Matter, days?: string): string {
  const { things, isEverything } = matter
  const [only] = things
  const what = things.length === 1 && only ? nounOf(only) : counted(things.length, 'reported thing')
  const who = whoOf(matter)
  const alsoHidden = things.length === 0 ? '' : `, and hide ${what}`
  const does: Readonly<Record<DecisionAction, string>> = {
    dismiss: `keep ${what}, and close ${things.length === 1 ? 'its reports' : 'their reports'}`,
    hide: `hide ${what} for everybody`,
    restore: `show ${what} again`,
    warn: `warn ${who}${alsoHidden}`,
    suspend: `let ${who} only read for ${days ?? 'some time'}${alsoHidden}`,
    ban: `close the ${matter.players.length === 1 ? 'account' : 'accounts'} of ${who}${alsoHidden}`,
    lift: `end the suspension or ban of ${who}`,
    reopen: `open the report of ${what} again`,
  }
  return `${does[action]}${isEverything ? `, and the same for all other open reports of ${who}` : ''}`
}

function whoOf({ players }: Matter): string {
  const [only] = players
  return players.length === 1 && only !== undefined ? only : counted(players.length, 'player')
}
