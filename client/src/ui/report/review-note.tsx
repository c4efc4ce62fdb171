import type { Review } from '@inkling/mock-server/contract/schemas/safety'
import { Notice } from '../dialogs/notice.tsx'

const TEXTS: Record<Review, string> = {
  waiting: 'Hidden until somebody has looked at it',
  removed: 'Somebody has looked at it and removed it',
  kept: 'Somebody has looked at it: it stays',
}

/** Tells the author of a drawing or guess what became of it after it was hidden for everybody. */
export const ReviewNote = ({ review }: { review: Review | undefined }) =>
  review && <Notice tone={review === 'kept' ? 'green' : 'yellow'}>{TEXTS[review]}</Notice>
