import { milliseconds } from '../runner/language/duration.ts'
import { parseFile } from '../runner/language/parse.ts'
import { type Path, ScenarioFileError } from '../runner/language/source.ts'
import { type LoadShape, loadShape } from './shape.ts'

/**
 * Reads the text of a load file.
 * @param file its name in errors.
 * @throws {ScenarioFileError} with every problem found, each with file, line and column.
 */
export function parseLoad(text: string, file: string): LoadShape {
  const { value, source } = parseFile(loadShape, text, file)
  const problems = contradictions(value).map(({ path, message }) => ({
    file,
    ...source.positionOf(path),
    message,
  }))
  if (problems.length > 0) throw new ScenarioFileError(problems)
  return value
}

/** Settings that contradict each other. */
function contradictions(shape: LoadShape): { path: Path; message: string }[] {
  const { duration, limits, profile, during = [], personas } = shape
  const length = milliseconds(duration)
  const warmUp = milliseconds(shape['warm-up'] ?? '0s')
  const checks: [isWrong: boolean, path: Path, message: string][] = [
    [
      warmUp >= length,
      ['warm-up'],
      `'warm-up' leaves nothing of the ${duration} to measure: make it shorter`,
    ],
    [
      milliseconds(limits.duration) < length,
      ['limits', 'duration'],
      `'limits.duration' is shorter than the ${duration} of the load: allow more, or shorten 'duration'`,
    ],
    [
      personas !== undefined && Object.values(personas).every((weight) => weight === 0),
      ['personas'],
      `'personas' have no weight above 0`,
    ],
    [
      typeof profile !== 'string' && profile.every(({ rate }) => rate === 0),
      ['profile'],
      `'profile' has no rate above 0, so nobody would come`,
    ],
    [
      typeof profile !== 'string' &&
        profile.some(({ at }, place) => milliseconds(at) < milliseconds(profile[place - 1]?.at ?? '0s')),
      ['profile'],
      `the points of 'profile' are not in the order of time`,
    ],
    ...during.map(({ at }, place): [boolean, Path, string] => [
      milliseconds(at) >= length,
      ['during', place, 'at'],
      `this comes after the end of the load, which lasts ${duration}`,
    ]),
  ]
  return checks.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : []))
}
