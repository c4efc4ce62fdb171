export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const p95 = (values: readonly number[]): number => quantile(values, 0.95)

export const p99 = (values: readonly number[]): number => quantile(values, 0.99)

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? Number.NaN
}
