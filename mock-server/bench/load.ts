import { connect } from 'node:net'
import { p99 } from './quantiles.ts'

const CONNECTIONS = 50

/** How long a load lasts, in milliseconds. Any fresh process takes a while to get going: that is not counted. */
export interface Span {
  readonly warmUp: number
  readonly measured: number
}

const READ = Buffer.alloc(64 * 1024)
const NOTHING = Buffer.alloc(0)
const HEAD_END = '\r\n\r\n'

/** What every connection asks for again and again. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON that is posted, by the number of the request; without it, the address is got. */
  readonly body?: (at: number) => string
}

/** How a server bore a load. */
export interface Load {
  readonly perSecond: number
  /** Of the time until an answer had come, in milliseconds. */
  readonly p99: number
}

/**
 * Asks from fifty connections, from each as soon as its last answer is there. It only looks where an answer ends: it
 * shares two cores with the server, and a client that takes as long over a call would be half of what is measured.
 * @throws if a response is not a success or has no length, or if the server closes the connection.
 */
export function load(url: string, { headers = {}, body }: Asked, { warmUp, measured }: Span): Promise<Load> {
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
      connection.on('close', () => reject(new Error(`${url} hung up`)))
      connection.on('connect', ask)
      return connection
    })
    const end = () => {
      for (const connection of connections) connection.destroy()
    }
    let begun = 0
    setTimeout(() => {
      waits = []
      begun = performance.now()
    }, warmUp)
    setTimeout(() => {
      const seconds = (performance.now() - begun) / 1000
      resolve({ perSecond: waits.length / seconds, p99: p99(waits) })
      end()
    }, warmUp + measured)
  })
}

/** Whether an answer has come to its end. Nothing follows it before the next request. */
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
