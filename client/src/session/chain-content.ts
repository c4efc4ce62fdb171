import type { EntryContent } from '@inkling/mock-server/contract/schemas/game'

/** A step as a server may send it: its content is an object, a string, or fields of the step itself. */
interface SentStep extends EntryContent {
  type?: string
  content?: EntryContent | string | null
}

/** Converts the content of every step of a chain to an object, the only format that screens read. */
export function withContentObjects<R extends { chain: readonly { content: EntryContent }[] }>(results: R): R {
  return { ...results, chain: results.chain.map((step) => ({ ...step, content: contentOf(step) })) }
}

function contentOf(step: SentStep): EntryContent {
  const { type, content, drawing, guess } = step
  if (typeof content === 'string') {
    const isDrawing = type === undefined ? isPicture(content) : type === 'drawing'
    return isDrawing ? { drawing: content } : { guess: content }
  }
  return content ?? { ...(drawing && { drawing }), ...(guess && { guess }) }
}

/** Whether a string is a data URL or starts with a PNG signature in base64. */
const isPicture = (text: string): boolean => text.startsWith('data:image/') || text.startsWith('iVBORw0KGgo')
