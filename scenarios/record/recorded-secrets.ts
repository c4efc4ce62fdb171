import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { secretVariable } from '../runner/secret-fields.ts'

/** Replaces device ids, push tokens, keys and passwords in a recording. Equal ones get equal replacements. */
export class RecordedSecrets {
  readonly #replacements = new Map<string, string>()

  /** Fields with another text in place of each secret one. */
  replaced(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, this.#replacedField(name, value)]),
    )
  }

  /** A path without secrets in its query. */
  replacedInPath(path: string): string {
    const [address = '', query] = path.split('?', 2)
    if (query === undefined) return address
    const fields = new URLSearchParams(query)
    for (const [name, value] of [...fields]) fields.set(name, String(this.#replacedField(name, value)))
    return `${address}?${fields}`
  }

  /** A body without secrets. What is not JSON, or damaged, loses each value after the name of a secret field. */
  replacedInText(text: string): string {
    return text.replace(
      /"(\w+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"?/g,
      (whole, name: string, colon: string, value: string) =>
        secretVariable(name) === undefined ? whole : `"${name}"${colon}"${this.#replacement(name, value)}"`,
    )
  }

  #replacedField(name: string, value: unknown): unknown {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return this.replaced(value as Readonly<Record<string, unknown>>)
    const isSecret = typeof value === 'string' && value !== '' && secretVariable(name) !== undefined
    return isSecret ? this.#replacement(name, value) : value
  }

  #replacement(name: string, value: string): string {
    const known = this.#replacements.get(value)
    if (known !== undefined) return known
    // A device id that servers refuse becomes another one that they refuse.
    const gap = name === 'deviceId' && !isDeviceId(value) ? ' ' : '-'
    const replacement = ['recorded', name.toLowerCase(), this.#replacements.size + 1].join(gap)
    this.#replacements.set(value, replacement)
    return replacement
  }
}

const isDeviceId = (deviceId: string): boolean => endpoints.signInDevice.body.safeParse({ deviceId }).success
