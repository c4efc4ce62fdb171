import { PERSONA_NAMES, type PersonaName } from '@inkling/scenarios/bots/personas'
import { didYouMean } from '@inkling/scenarios/text/nearest'
import { CliError, EXIT } from '../../cli-error.ts'

/** Parses a comma-separated list of personas. */
export function personasOf(text: string): PersonaName[] {
  return text.split(',').map((given) => {
    const name = given.trim()
    const known = PERSONA_NAMES.find((each) => each === name)
    if (known) return known
    const hint = didYouMean(name, PERSONA_NAMES) || `: use ${PERSONA_NAMES.join(', ')}.`
    throw new CliError(EXIT.usage, `there is no persona '${name}'${hint}`)
  })
}
