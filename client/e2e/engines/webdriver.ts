/** The driver rejected a command, or a script threw in the page. */
export class WebDriverError extends Error {}

type Json = Record<string, unknown>

/** A session of the W3C WebDriver protocol, which is JSON over HTTP. */
export class WebDriverSession {
  readonly #driver: string
  readonly #path: string
  readonly browserVersion: string

  private constructor(driver: string, id: string, browserVersion: string) {
    this.#driver = driver
    this.#path = `/session/${id}`
    this.browserVersion = browserVersion
  }

  /** @param driver scheme, host and port */
  static async start(driver: string, capabilities: Json): Promise<WebDriverSession> {
    const session = await call(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } })
    const { sessionId, capabilities: given } = session as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    return new WebDriverSession(driver, sessionId, given.browserVersion)
  }

  get(command: string): Promise<unknown> {
    return call(this.#driver, 'GET', this.#path + command)
  }

  post(command: string, body: Json = {}): Promise<unknown> {
    return call(this.#driver, 'POST', this.#path + command, body)
  }

  delete(command = ''): Promise<unknown> {
    return call(this.#driver, 'DELETE', this.#path + command)
  }
}

/** @throws {WebDriverError} with the driver's message */
async function call(driver: string, method: string, path: string, body?: Json): Promise<unknown> {
  const response = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(`${method} ${path}: ${error}: ${message}`)
}
