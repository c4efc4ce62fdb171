import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseLoad } from '@inkling/scenarios/load/file/parse'
import { PROFILE_NAMES } from '@inkling/scenarios/load/file/profile'
import type { LoadShape } from '@inkling/scenarios/load/file/shape'
import { textOfFile } from '@inkling/scenarios/runner/language/files/text-file'
import { milliseconds } from '@inkling/scenarios/text/duration'
import { CliError, EXIT, readingProblem } from '../../cli-error.ts'
import { waitingTimeOf } from '../../command-line/durations.ts'
import { LOAD_PROFILES } from '../../places.ts'

/** Command-line options that override the load file. */
export interface LoadOverrides {
  readonly profile?: string
  readonly players?: number
  readonly duration?: string
  readonly speed?: number
  readonly maxCalls?: number
  readonly maxDuration?: string
}

/**
 * The load to run, from a file or a shipped profile.
 * @throws {CliError} for an invalid file, or if required limits are missing.
 */
export async function loadShapeOf(file: string | undefined, given: LoadOverrides): Promise<LoadShape> {
  if ((file === undefined) === (given.profile === undefined)) {
    throw new CliError(
      EXIT.usage,
      `name one load: a file, or a profile with --profile (${PROFILE_NAMES.join(', ')}).`,
    )
  }
  if (given.profile !== undefined && (given.maxCalls === undefined || given.maxDuration === undefined)) {
    throw new CliError(
      EXIT.usage,
      'a profile needs limits. Set the number of calls with --max-calls and the duration with --max-duration.',
    )
  }
  const shape = await readLoad(file ?? `${LOAD_PROFILES}${given.profile}.yaml`)
  const duration = given.duration ?? shape.duration
  const changed = {
    ...shape,
    players: given.players ?? shape.players,
    duration,
    ...(given.speed !== undefined && { speed: given.speed }),
    ...(given.duration !== undefined &&
      stretched(shape, waitingTimeOf(given.duration) / milliseconds(shape.duration))),
    limits: {
      ...shape.limits,
      ...(given.maxCalls !== undefined && { calls: given.maxCalls }),
      ...(given.maxDuration !== undefined && { duration: given.maxDuration }),
    },
  }
  if (waitingTimeOf(changed.limits.duration) < waitingTimeOf(duration)) {
    throw new CliError(
      EXIT.usage,
      `the load lasts ${duration}, but its limit is ${changed.limits.duration}: allow more with --max-duration.`,
    )
  }
  return changed
}

/** Scales the times within a load by the change of its duration. */
function stretched(shape: LoadShape, by: number): Partial<LoadShape> {
  const scaled = (time: string) => `${Math.round(milliseconds(time) * by)}ms`
  const { profile, during } = shape
  return {
    ...(shape['warm-up'] !== undefined && { 'warm-up': scaled(shape['warm-up']) }),
    ...(typeof profile !== 'string' && {
      profile: profile.map(({ at, rate }) => ({ at: scaled(at), rate })),
    }),
    ...(during && { during: during.map((event) => ({ ...event, at: scaled(event.at) })) }),
  }
}

async function readLoad(file: string): Promise<LoadShape> {
  try {
    return parseLoad(textOfFile(await readFile(file), file), file)
  } catch (error) {
    throw readingProblem(file, error)
  }
}

export interface ProfileSummary {
  readonly profile: string
  readonly name: string
  readonly players: number
  readonly duration: string
}

export async function listProfiles(): Promise<ProfileSummary[]> {
  const files = (await readdir(LOAD_PROFILES)).filter((file) => file.endsWith('.yaml')).sort()
  return Promise.all(
    files.map(async (file) => {
      const { name, players, duration } = await readLoad(LOAD_PROFILES + file)
      return { profile: basename(file, '.yaml'), name, players, duration }
    }),
  )
}
