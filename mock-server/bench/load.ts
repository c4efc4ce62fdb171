import { connect } from 'node:net'
import { p99 } from './quantiles.ts'

const CONNECTIONS = 50

/** Duration of a load in milliseconds. The warm-up is not measured. */
export interface Span {
  readonly warmUp: number
  readonly measured: number
}

const READ = Buffer.alloc(64 * 1024)
const NOTHING = Buffer.alloc(0)
const HEAD_END = '\r\n\r\n'

/** The request that every connection repeats. */
export interface RepeatedRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON body to POST, by the number of the request. Without it, the request is a GET. */
  readonly body?: (at: number) => string
}

/** The responses of a server under load. */
export interface Load {
  readonly perSecond: number
  /** Response time in milliseconds. */
  readonly p99: number
}

/**
 * Sends requests over fifty connections, each as soon as the previous response is complete. It parses only the end of a
 * response: it shares two cores with the server, and a full HTTP client would take half of the measured time.
 * @throws if a response is not a success or has no length, or if the server closes the connection.
 */
export function load(
  url: string,
  { headers = {}, body }: RepeatedRequest,
  { warmUp, measured }: Span,
): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${body ? 'POST' : 'GET'} ${pathname} HTTP/1.1\r\n${lines.join('')}`
  let asked = 0
  const nextRequest = (): string => {
    if (!body) return `${head}\r\n`
    const text = body(asked++)
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}${HEAD_END}${text}`
  }

  return new Promise((resolve, reject) => {
    let waits: number[] = []
    const connections = Array.from({ length: CONNECTIONS }, () => {
      let sent = 0
      let rest: Buffer = NOTHING
      const ask = () => {
        sent = performance.now()
        connection.write(nextRequest())
      }
      const callback = (length: number, bytes: Uint8Array) => {
        const answer = Buffer.concat([rest, bytes.subarray(0, length)])
        try {
          if (isWhole(answer)) {
            rest = NOTHING
            waits.push(performance.now() - sent)
            ask()
          } else rest = answer
        } catch (error) {
          end()
          reject(new Error(`${url}: ${error}`))
        }
        return true
      }
      const connection = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: READ, callback },
      })
      connection.on('error', reject)
      connection.on('close', () => reject(new Error(`${url} closed the connection`)))
      connection.on('connect', ask)
      return connection
    })
    const end = () => {
      for (const connection of connections) connection.destroy()
    }
    let startedAt = 0
    setTimeout(() => {
      waits = []
      startedAt = performance.now()
    }, warmUp)
    setTimeout(() => {
      const seconds = (performance.now() - startedAt) / 1000
      resolve({ perSecond: waits.length / seconds, p99: p99(waits) })
      end()
    }, warmUp + measured)
  })
}

/** Whether a response is complete. Nothing follows it before the next request. */
function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf(HEAD_END)
  if (end < 0) return false
  const head = answer.toString('latin1', 0, end)
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? []
  if (!status?.startsWith('2')) throw new Error(`answered ${answer.toString()}`)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined) throw new Error('answered without a Content-Length')
  return answer.length >= end + HEAD_END.length + Number(length)
}
