/* Figures as load reports show them. */

/** A time in milliseconds, or in seconds from 10 s on. */
export const ms = (value: number): string =>
  value >= 10_000
    ? `${(value / 1000).toFixed(1)} s`
    : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const number = (value: number): string => Math.round(value).toLocaleString('en')
/** To two decimals. */
export const rounded = (value: number): string => String(Math.round(value * 100) / 100)
