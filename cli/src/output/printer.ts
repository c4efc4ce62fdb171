import type { Settings } from '../settings.ts'

export interface Printer {
  /** Writes what an operation returned to standard output. */
  print(data: object): void
}

/** Renders data as `-o` says: text for people, json indented, jsonl one line each. */
export function printer({ output }: Settings): Printer {
  return {
    print(data) {
      process.stdout.write(`${render(data, output.value)}\n`)
    },
  }
}

function render(data: object, format: Settings['output']['value']): string {
  if (format === 'json') return JSON.stringify(data, null, 2)
  if (format === 'jsonl')
    return (Array.isArray(data) ? data : [data]).map((item) => JSON.stringify(item)).join('\n')
  return Object.entries(data)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('\n')
}
