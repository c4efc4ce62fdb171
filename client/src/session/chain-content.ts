import type { EntryContent } from '@inkling/mock-server/contract/schemas/game'

/**
 * A step as servers may send it: its content is an object, a plain string, or fields of the step itself (spec section
 * 3).
 */
interface SentStep extends EntryContent {
  type?: string
  content?: EntryContent | string | null
}

/** Gives every step of a chain a content object. Screens read only that. */
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

/** A data URL, or the base64 of the first bytes of a PNG. */
const isPicture = (text: string): boolean => text.startsWith('data:image/') || text.startsWith('iVBORw0KGgo')
