import { REACTION } from '@inkling/mock-server/contract/constants'
import { REACTION_TYPES, type ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import { SmilePlus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useState } from 'react'
import { shortCount } from '../../ui/badge.tsx'
import { REACTION_LABEL, ReactionSticker } from './reaction-sticker.tsx'
import { ownReaction, reactionsOf } from './reactions.ts'
import styles from './step-reactions.module.css'
import { useGameReactions, useReact } from './use-reactions.ts'

/** What people felt about a step, and the player's own say. */
export function StepReactions({ gameId, stepIndex }: { gameId: string; stepIndex: number }) {
  const { data, isError } = useGameReactions(gameId)
  const { react, error } = useReact(gameId, stepIndex)
  const [flying, fly] = useFlying()
  const [isOpen, setOpen] = useState(false)
  const reactions = reactionsOf(data ?? [], stepIndex)
  const own = ownReaction(reactions)
  const choose = (type: ReactionType) => {
    setOpen(false)
    if (own !== type) fly(type)
    void react(type)
  }
  return (
    <div className={styles.reactions}>
      {reactions.map(({ reactionType, count, hasUserReacted, recentReactors }) => (
        <button
          key={reactionType}
          type="button"
          className={styles.reaction}
          aria-pressed={hasUserReacted}
          aria-label={`${REACTION_LABEL[reactionType]}: ${count}`}
          title={recentReactors.join(', ')}
          onClick={() => choose(reactionType)}
        >
          <ReactionSticker type={reactionType} />
          {shortCount(count)}
        </button>
      ))}
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.add} aria-label="React">
          <SmilePlus aria-hidden />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className={styles.sheet} side="top" sideOffset={8} collisionPadding={12}>
            {REACTION_TYPES.map((type) => (
              <button
                key={type}
                type="button"
                className={styles.choice}
                aria-label={REACTION_LABEL[type]}
                aria-pressed={own === type}
                title={REACTION_LABEL[type]}
                onClick={() => choose(type)}
              >
                <ReactionSticker type={type} />
              </button>
            ))}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {flying && (
        <span key={flying.key} className={styles.flying} aria-hidden="true">
          <ReactionSticker type={flying.type} />
        </span>
      )}
      {(error ?? (isError ? 'Failed to load reactions' : null)) && (
        <p className={styles.error} role="alert">
          {error ?? 'Failed to load reactions'}
        </p>
      )}
    </div>
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
