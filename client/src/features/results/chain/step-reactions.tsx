import { REACTION } from '@inkling/mock-server/contract/constants'
import {
  REACTION_TYPES,
  type ReactionType,
  type StepReactions as Steps,
} from '@inkling/mock-server/contract/schemas/reactions'
import { SmilePlus, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isolatedName } from '../../../session/names/isolated-name.ts'
import { shortCount } from '../../../ui/players/badge.tsx'
import { ReactionMenu } from './reaction-menu.tsx'
import { REACTION_LABEL, ReactionSticker } from './reaction-sticker.tsx'
import { ownReaction, reactionsOf } from './reactions.ts'
import styles from './step-reactions.module.css'
import { useGameReactions, useReact } from './use-reactions.ts'

interface StepReactionsProps {
  gameId: string
  stepIndex: number
  /** Whether the menu of the rarer reactions is open. */
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
}

/** In sight on every step, faint while unused: one tap each. */
const STAMPS: readonly ReactionType[] = ['love', 'laugh', 'wow']
const RARE = REACTION_TYPES.filter((type) => !STAMPS.includes(type))

/** The reactions to a step. Those that are no stamps are behind a "+", in a menu (WAI-ARIA, Menu Button). */
export function StepReactions({ gameId, stepIndex, isChoosing, onChoosing }: StepReactionsProps) {
  const { data } = useGameReactions(gameId)
  const { react, error } = useReact(gameId, stepIndex)
  const [flying, fly] = useFlying()
  const list = useRef<HTMLFieldSetElement>(null)
  const reactions = reactionsOf(data ?? [], stepIndex)
  const own = ownReaction(reactions)
  const used = new Map(reactions.map((reaction) => [reaction.reactionType, reaction]))
  const opener = useRef<HTMLButtonElement>(null)
  useDismissal(list, isChoosing, (isByKey) => {
    if (isByKey) opener.current?.focus()
    onChoosing(false)
  })
  const choose = (type: ReactionType) => {
    if (own !== type) fly(type)
    const disappears = own === type && used.get(type)?.count === 1 && RARE.includes(type)
    if (isChoosing || disappears) opener.current?.focus()
    onChoosing(false)
    void react(type)
    keepFocus(list)
  }
  const isInRow = (type: ReactionType) => STAMPS.includes(type) || used.has(type)
  const shown = (isChoosing ? RARE : REACTION_TYPES.filter(isInRow)).map((type) => {
    const reaction = used.get(type)
    const label = REACTION_LABEL[type]
    return (
      <button
        key={type}
        type="button"
        className={styles.reaction}
        data-used={reaction !== undefined}
        {...(isChoosing
          ? { role: 'menuitemradio', 'aria-checked': own === type, tabIndex: -1 }
          : { 'aria-pressed': own === type })}
        aria-label={reaction ? `${label}: ${reaction.count}` : label}
        title={reaction ? reactorsText(reaction) : label}
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
  })
  return (
    <fieldset ref={list} className={styles.reactions}>
      <legend className="visually-hidden">Reactions</legend>
      {isChoosing ? (
        <ReactionMenu opener={opener} onClose={() => onChoosing(false)}>
          {shown}
        </ReactionMenu>
      ) : (
        shown
      )}
      {(isChoosing || !RARE.every(isInRow)) && (
        <button
          ref={opener}
          type="button"
          className={styles.more}
          aria-label="More reactions"
          aria-haspopup="menu"
          aria-expanded={isChoosing}
          onClick={() => onChoosing(!isChoosing)}
        >
          {isChoosing ? <X aria-hidden /> : <SmilePlus aria-hidden />}
        </button>
      )}
      {reactions.length > 0 && !isChoosing && (
        <p className={styles.reactors}>
          {REACTION_TYPES.flatMap((type) => used.get(type) ?? []).map((reaction) => (
            <span key={reaction.reactionType} className={styles.reactor}>
              <ReactionSticker type={reaction.reactionType} />
              <span className="visually-hidden">{`${REACTION_LABEL[reaction.reactionType]} from `}</span>
              <span translate="no">{reactorsText(reaction)}</span>
            </span>
          ))}
        </p>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Closes the list on Escape, which would close the story too, and on a press elsewhere, which does nothing else there. */
function useDismissal(
  list: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (isByKey: boolean) => void,
): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      dismiss(true)
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && list.current?.contains(event.target)) return
      event.stopPropagation()
      dismiss(false)
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress, true)
    }
  }, [list, isOpen])
}

/** Focuses the last button of the list, the "+" usually, if the one with the focus has been removed. */
function keepFocus(list: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body && document.activeElement?.isConnected) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
    buttons[buttons.length - 1]?.focus()
  })
}

/** The players who reacted, of whom the server names the last three: "Mia, Leo and 2 more". */
function reactorsText({ recentReactors, count }: Steps['reactions'][number]): string {
  const more = count - recentReactors.length
  const names = recentReactors.map(isolatedName).join(', ')
  if (more <= 0) return names
  return names === '' ? `${more} ${more === 1 ? 'player' : 'players'}` : `${names} and ${more} more`
}

/** A sticker that floats up for 1.2 s after it was added. */
function useFlying(): [{ type: ReactionType; key: number } | null, (type: ReactionType) => void] {
  const [flying, setFlying] = useState<{ type: ReactionType; key: number } | null>(null)
  useEffect(() => {
    if (!flying) return
    const timer = setTimeout(() => setFlying(null), REACTION.animationMs)
    return () => clearTimeout(timer)
  }, [flying])
  return [flying, (type) => setFlying((before) => ({ type, key: (before?.key ?? 0) + 1 }))]
}
