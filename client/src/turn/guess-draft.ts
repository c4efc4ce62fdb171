import { KEY, local } from '../platform/storage.ts'

/* The guess that is not sent yet stays on this device while its turn is left: by a notification, a reload, a crash. */

/** What was typed in a turn or waits to be sent; empty without. */
export function guessDraft(turnId: string): string {
  const [id, ...text] = (local.get(KEY.guessDraft) ?? '').split(SEPARATOR)
  return id === turnId ? text.join(SEPARATOR) : ''
}

/** Replaces the draft; an empty text removes it. */
export function keepGuessDraft(turnId: string, text: string): void {
  if (text === '') local.remove(KEY.guessDraft)
  else local.set(KEY.guessDraft, turnId + SEPARATOR + text)
}

/** Not in the ids of turns. */
const SEPARATOR = ' '
