import { parseFile } from '../../runner/language/files/parse.ts'
import { type Path, ScenarioFileError } from '../../runner/language/files/source.ts'
import { milliseconds } from '../../text/duration.ts'
import { type LoadShape, loadShape } from './shape.ts'

/**
 * Reads the text of a load file.
 * @param file its name in errors.
 * @throws {ScenarioFileError} with every problem found, each with file, line and column.
 */
export function parseLoad(text: string, file: string): LoadShape {
  const { value, source } = parseFile(loadShape, text, file)
  const problems = contradictions(value).map(({ path, message }) => source.problem(path, message))
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
      `'warm-up' is as long as the load or longer (${duration}), so nothing would be measured: make it shorter`,
    ],
    [
      milliseconds(limits.duration) < length,
      ['limits', 'duration'],
      `'limits.duration' is shorter than the load (${duration}): increase it, or shorten 'duration'`,
    ],
    [
      personas !== undefined && Object.values(personas).every((weight) => weight === 0),
      ['personas'],
      `all weights of 'personas' are 0: set one above 0`,
    ],
    [
      typeof profile !== 'string' && profile.every(({ rate }) => rate === 0),
      ['profile'],
      `all rates of 'profile' are 0, so no player would arrive: set one above 0`,
    ],
    [
      typeof profile !== 'string' &&
        profile.some(({ at }, place) => milliseconds(at) < milliseconds(profile[place - 1]?.at ?? '0s')),
      ['profile'],
      `the points of 'profile' are not in chronological order`,
    ],
    ...during.map(({ at }, place): [boolean, Path, string] => [
      milliseconds(at) >= length,
      ['during', place, 'at'],
      `this time is after the end of the load, which lasts ${duration}`,
    ]),
  ]
  return checks.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : []))
}
