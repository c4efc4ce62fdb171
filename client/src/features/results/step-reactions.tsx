import { REACTION } from '@inkling/mock-server/contract/constants'
import { REACTION_TYPES, type ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import { useEffect, useState } from 'react'
import { shortCount } from '../../ui/badge.tsx'
import { REACTION_LABEL, ReactionSticker } from './reaction-sticker.tsx'
import { ownReaction, reactionsOf } from './reactions.ts'
import styles from './step-reactions.module.css'
import { useGameReactions, useReact } from './use-reactions.ts'

/** What people felt about a step, and the player's own say. */
export function StepReactions({ gameId, stepIndex }: { gameId: string; stepIndex: number }) {
  const { data } = useGameReactions(gameId)
  const { react, error } = useReact(gameId, stepIndex)
  const [flying, fly] = useFlying()
  const reactions = reactionsOf(data ?? [], stepIndex)
  const own = ownReaction(reactions)
  const choose = (type: ReactionType) => {
    if (own !== type) fly(type)
    void react(type)
  }
  return (
    <fieldset className={styles.reactions}>
      <legend className="visually-hidden">Reactions</legend>
      {REACTION_TYPES.map((type) => {
        const reaction = reactions.find(({ reactionType }) => reactionType === type)
        const label = REACTION_LABEL[type]
        return (
          <button
            key={type}
            type="button"
            className={styles.reaction}
            data-used={reaction !== undefined}
            aria-pressed={own === type}
            aria-label={reaction ? `${label}: ${reaction.count}` : label}
            title={reaction ? reaction.recentReactors.join(', ') : label}
            onClick={() => choose(type)}
          >
            <ReactionSticker type={type} />
            {reaction && <span className={styles.count}>{shortCount(reaction.count)}</span>}
            {flying?.type === type && (
              <span key={flying.key} className={styles.flying} aria-hidden="true">
                <ReactionSticker type={type} />
              </span>
            )}
          </button>
        )
      })}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The sticker that floats up for 1.2 s after it was added. */
function useFlying(): [{ type: ReactionType; key: number } | null, (type: ReactionType) => void] {
  const [flying, setFlying] = useState<{ type: ReactionType; key: number } | null>(null)
  useEffect(() => {
    if (!flying) return
    const timer = setTimeout(() => setFlying(null), REACTION.animationMs)
    return () => clearTimeout(timer)
  }, [flying])
  return [flying, (type) => setFlying((before) => ({ type, key: (before?.key ?? 0) + 1 }))]
}
