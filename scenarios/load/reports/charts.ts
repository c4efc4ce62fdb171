import { html, type Markup } from '../../runner/reports/markup.ts'

/** The lines of a chart by their names: a value for each slice, or null where there is none. */
export type Series = Readonly<Record<string, readonly (number | null)[]>>

type Line = readonly [name: string, values: readonly (number | null)[]]

export interface ChartOptions {
  readonly title: string
  readonly unit: string
  readonly series: Series
  /** Seconds between two values. */
  readonly step: number
  /** Seconds of warm-up, shown as a grey area. */
  readonly warmUp: number
  /** Use a logarithmic axis for latencies, where the largest values would flatten all others. */
  readonly isLogarithmic?: boolean
}

const SIZE = { width: 720, height: 220, left: 56, right: 12, top: 10, bottom: 26 }
/** The number of line colours. The page's style defines them for the light and dark theme. */
const COLORS = 8

/** A chart as SVG with a legend. Its label contains the maximum of each line, for screen readers. */
export function chart(options: ChartOptions): Markup | null {
  const { title, series, unit } = options
  const shown = Object.entries(series).filter(([, values]) =>
    values.some((value) => value !== null && value > 0),
  )
  if (shown.length === 0) return null
  const legend = shown.map(
    ([name], at) => html`<li class="c${at % COLORS}"><span aria-hidden="true"></span>${name}</li>`,
  )
  return html`<figure><figcaption>${title}${unit === '' ? '' : html` <small>${unit}</small>`}</figcaption>
${drawing(options, shown)}
<ul class="legend">${legend}</ul></figure>`
}

function drawing(options: ChartOptions, shown: readonly Line[]): Markup {
  const { width, height, left, right, top, bottom } = SIZE
  const { title, step, warmUp, unit } = options
  const count = Math.max(2, ...shown.map(([, values]) => values.length))
  const scale = scaleOf(shown, options.isLogarithmic === true)
  const x = (at: number) => left + (at / (count - 1)) * (width - left - right)
  const y = (value: number) => top + (1 - scale.place(value)) * (height - top - bottom)
  const peaks = shown.map(([name, values]) => `${name} at most ${label(Math.max(...values.map(Number)))}`)
  const grid = scale.ticks.map(
    (tick) =>
      html`<line class="grid" x1="${left}" x2="${width - right}" y1="${fixed(y(tick))}" y2="${fixed(y(tick))}"/><text x="${left - 6}" y="${fixed(y(tick) + 4)}" text-anchor="end">${label(tick)}</text>`,
  )
  const times = timesOf(count, step).map(
    (at) => html`<text x="${fixed(x(at / step))}" y="${height - 8}" text-anchor="middle">${clock(at)}</text>`,
  )
  const shade =
    warmUp > 0
      ? html`<rect class="warm-up" x="${left}" y="${top}" width="${fixed(x(Math.min(count - 1, warmUp / step)) - left)}" height="${height - top - bottom}"><title>warm-up</title></rect>`
      : ''
  const lines = shown.map(([name, values], at) => {
    const path = pathOf(values, x, y)
    return html`<path class="c${at % COLORS}" d="${path}"><title>${name}</title></path>`
  })
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}${unit === '' ? '' : ` in ${unit}`}: ${peaks.join(', ')}">${shade}${grid}${times}${lines}</svg>`
}

function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  let isOpen = false
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isOpen = false
      continue
    }
    path += `${isOpen ? 'L' : 'M'}${fixed(x(at))} ${fixed(y(value))}`
    isOpen = true
  }
  return path
}

interface Scale {
  /** 0 at the lower edge, 1 at the upper one. */
  place(value: number): number
  readonly ticks: readonly number[]
}

function scaleOf(shown: readonly Line[], isLogarithmic: boolean): Scale {
  const all = shown.flatMap(([, values]) => values.filter((value): value is number => value !== null))
  const max = Math.max(...all)
  if (!isLogarithmic) {
    const step = niceStep(max / 4)
    const top = Math.max(step, Math.ceil(max / step) * step)
    const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step)
    return { place: (value) => value / top, ticks }
  }
  const low = Math.floor(Math.log10(Math.max(0.1, Math.min(...all.filter((value) => value > 0)))))
  const high = Math.max(low + 1, Math.ceil(Math.log10(max)))
  return {
    place: (value) => (Math.log10(Math.max(10 ** low, value)) - low) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
  }
}

/** The smallest of 1, 2, 5, 10, 20, ... that is not less than `min`. */
function niceStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(min, 1e-9)))
  return ([1, 2, 5, 10].find((factor) => factor * power >= min) ?? 10) * power
}

function timesOf(count: number, step: number): number[] {
  const whole = (count - 1) * step
  const every = [10, 30, 60, 120, 300, 600, 1800, 3600, 7200].find((each) => whole / each <= 8) ?? 14_400
  return Array.from({ length: Math.floor(whole / every) + 1 }, (_, at) => at * every)
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
const label = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value * 100) / 100)
const fixed = (value: number): string => value.toFixed(1)
