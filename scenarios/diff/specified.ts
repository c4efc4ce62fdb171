import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { type Section, sectionOf } from '../conform/sections.ts'
import type { Differing } from './alignment.ts'

/** How near a guess is to a word, and what follows from it: with different words, they are chance. */
const OF_SCORES =
  /\.(similarityScore|matchCategory|categoryMessage|matchType|matchedWord|isCorrect|isLocked|turnComplete|attemptsRemaining|selectedBestGuess|finalGuess|totalAttempts)$/
/** The score and category of a guess that is exactly right, which every server must tell. */
const EXACT: readonly unknown[] = [100, 'EXACT']
/** Texts and pictures that each server may choose: sentences for people, default avatars, drawings of its words, dates of its own clock. */
const OWN_CHOICE = /\.(message|avatar|drawing|validationError|categoryMessage|date|day|version|link)$/

/** Counts of the whole server, on which others may play too. */
const OF_EVERYBODY = /\.(gamesCreated|gamesCompleted|totalPlayers)$/

/**
 * The heading of API.md that specifies a value at which two replies to the same call differ; null if servers may differ
 * there.
 */
export function specifiedBy(call: EndpointName, [place, [one, other]]: Differing): Section | null {
  const isText = typeof one === 'string' && typeof other === 'string'
  if (OWN_CHOICE.test(place) && isText) return null
  if (OF_EVERYBODY.test(place) && typeof one === 'number' && typeof other === 'number') return null
  const isExact = EXACT.includes(one) || EXACT.includes(other)
  if (OF_SCORES.test(place) && !isExact && one !== undefined && other !== undefined) return null
  // A field that one server does not send is one that its extensions or its version do not have.
  const isMissing = one === undefined || other === undefined
  const section = sectionOf(call, place)
  const isHiding = section === 'Reports and hiding' || section === 'Secrecy'
  return isMissing && !isHiding && !/\[\d+\]$/.test(place) ? null : section
}
