const limitPattern = (units: string): RegExp => new RegExp(`^(<=?|>=?) ?\\d+(\\.\\d+)?(${units})?$`)

/** A threshold in scenario files, such as "<50ms". */
export const LIMIT = limitPattern('ms|s')
/** A threshold in load files, which may also be a percentage. */
export const LOAD_LIMIT = limitPattern('ms|s|%')

const COMPARISONS = {
  '<': (value: number, bound: number) => value < bound,
  '<=': (value: number, bound: number) => value <= bound,
  '>': (value: number, bound: number) => value > bound,
  '>=': (value: number, bound: number) => value >= bound,
}

export interface Limit {
  readonly sign: keyof typeof COMPARISONS
  readonly amount: number
  /** `ms`, `s`, `%`, or empty for a count. */
  readonly unit: string
}

/** A number without a comparison is a maximum. */
export function parseLimit(limit: string | number): Limit {
  if (typeof limit === 'number') return { sign: '<=', amount: limit, unit: '' }
  const [, sign = '', , unit = ''] = LOAD_LIMIT.exec(limit) ?? []
  return { sign: sign as Limit['sign'], amount: Number.parseFloat(limit.slice(sign.length)), unit }
}

/** @param value in milliseconds if the limit is a time. */
export const holds = (value: number, { sign, amount, unit }: Limit): boolean =>
  COMPARISONS[sign](value, unit === 's' ? amount * 1000 : amount)
