import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/*
 * A scrape reaches one of several workers on a port, but must show all of them. The worker asks the primary, and
 * prom-client asks all workers for it.
 */

interface Question {
  readonly metricsFor: number
}

type Answer = Question & ({ readonly text: string } | { readonly problem: string })

const isQuestion = (message: unknown): message is Question =>
  typeof (message as Partial<Question> | null)?.metricsFor === 'number'

/** In the primary: answers the workers. */
export function collectMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return
    const { metricsFor } = message
    const answer: Answer = await registry.clusterMetrics().then(
      (text) => ({ metricsFor, text }),
      (error: Error) => ({ metricsFor, problem: error.message }),
    )
    if (worker.isConnected()) worker.send(answer)
  })
}

let asked = 0

/**
 * In a worker: offers its metrics to the primary.
 * @returns a function that gets those of all workers as text, or rejects if one of them does not respond within 5 s.
 */
export function shareMetrics(own: Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries(own)
  // Listens to the primary.
  new AggregatorRegistry()
  return () =>
    new Promise((resolve, reject) => {
      const metricsFor = asked++
      const onMessage = (answer: unknown) => {
        if (!isQuestion(answer) || answer.metricsFor !== metricsFor) return
        process.off('message', onMessage)
        const { text, problem } = answer as Partial<{ text: string; problem: string }>
        if (text === undefined) reject(new Error(`The metrics of the workers cannot be read: ${problem}`))
        else resolve(text)
      }
      process.on('message', onMessage)
      process.send?.({ metricsFor } satisfies Question)
    })
}
