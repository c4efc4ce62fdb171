/*
 * A call that outlives its test, or a call that follows it, would meet the handlers of the next test, even one of another
 * file: test files share their modules.
 */

let original: PropertyDescriptor | null = null
let end: (reason: unknown) => void = () => {}
let isOver = true
let over: Promise<never> = new Promise(() => {})

/** Wraps fetch. Called after the mock server has replaced it. */
export function limitCallsToTests(): void {
  original = Object.getOwnPropertyDescriptor(globalThis, 'fetch') ?? null
  const send = globalThis.fetch
  const limited: typeof fetch = (...call) =>
    isOver ? Promise.reject(reason()) : Promise.race([send(...call), over])
  Object.defineProperty(globalThis, 'fetch', { value: limited, configurable: true, writable: true })
}

export function allowAllCalls(): void {
  if (original) Object.defineProperty(globalThis, 'fetch', original)
}

export function beginCalls(): void {
  isOver = false
  over = new Promise((_, reject) => {
    end = reject
  })
  // Not every test makes calls.
  over.catch(() => {})
}

/** Ends all pending calls, and those that code sends in response. */
export async function endCalls(): Promise<void> {
  isOver = true
  end(reason())
  await new Promise((resolve) => setTimeout(resolve))
}

const reason = () => new DOMException('The test is over', 'AbortError')
