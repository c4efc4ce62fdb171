/** Prints a figure with its bound. A missed bound fails the run. */
export function say(name: string, value: number, unit: string, bound: number, kind = 'at most'): void {
  const missed = !(kind === 'at most' ? value <= bound : value >= bound)
  if (missed) process.exitCode = 1
  const shown = `${Number(value.toFixed(3))}${unit && ` ${unit}`}`
  process.stdout.write(`${name}: ${shown} (${kind} ${bound})${missed ? ' MISSED' : ''}\n`)
}

export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN
