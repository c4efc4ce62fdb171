/** Prints a figure and its bound. The run fails when the figure misses the bound. */
export function figure(
  name: string,
  value: number,
  unit: string,
  bound: number,
  kind: 'at most' | 'at least' = 'at most',
): void {
  const missed = !(kind === 'at most' ? value <= bound : value >= bound)
  if (missed) process.exitCode = 1
  const shown = `${Number(value.toFixed(3))}${unit && ` ${unit}`}`
  process.stdout.write(`${name}: ${shown} (${kind} ${bound})${missed ? ' MISSED' : ''}\n`)
}

/** Prints a figure without a bound, for comparison. */
export const remark = (name: string, value: number, unit: string): void => {
  process.stdout.write(`${name}: ${Number(value.toFixed(3))} ${unit}\n`)
}
