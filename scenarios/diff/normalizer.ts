const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const IDENTIFIES = /^(id|code|link|token|.+Id)$/
/** Longer texts are pictures. */
const MAX_TEXT_LENGTH = 400

/**
 * Replaces values that each server generates, so that servers with the same behaviour give the same output: ids, codes
 * and tokens become numbers in order of first appearance; times and pictures become placeholders.
 */
export class Normalizer {
  readonly #seen = new Map<string, string>()

  of(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.of(item, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([inner, each]) => [
          inner,
          inner === 'strokes' ? '<strokes>' : this.of(each, inner),
        ]),
      )
    }
    if (typeof value !== 'string') return value
    if (INSTANT.test(value)) return '<time>'
    if (value.length > MAX_TEXT_LENGTH) return '<picture>'
    // Error codes are not generated: they are words in capitals joined by underscores.
    if (!IDENTIFIES.test(key) || /^[A-Z]+(_[A-Z]+)*$/.test(value)) return value
    const name = this.#seen.get(value) ?? `<${key} ${this.#seen.size + 1}>`
    this.#seen.set(value, name)
    return name
  }
}
