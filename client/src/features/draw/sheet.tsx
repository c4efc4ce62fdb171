import { CANVAS } from '@inkling/mock-server/contract/constants'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Board } from '../../drawing/board.ts'
import { KeyboardPen } from '../../drawing/keyboard-pen.ts'
import { followPointers } from '../../drawing/pointers.ts'
import { showOn } from '../../drawing/screen-canvas.ts'
import { ClearedHint } from './cleared-hint.tsx'
import { PenHint } from './pen-hint.tsx'
import styles from './sheet.module.css'
import { useBoardState } from './use-board-state.ts'

/** The taped sheet, to draw on with a pointer or the keyboard. */
export function Sheet({
  board,
  prompt,
  onSay,
}: {
  board: Board
  prompt: string
  onSay: (text: string) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const keyboardPen = useMemo(() => new KeyboardPen(board), [board])
  const hintId = useId()
  const mayFingerDraw = useRef(false)
  const [penHint, setPenHint] = useState<null | 'shown' | 'dismissed'>(null)

  const showTip = useCallback((x: number, y: number, by: 'mouse' | 'keys') => {
    tip.current?.style.setProperty('--x', String(x))
    tip.current?.style.setProperty('--y', String(y))
    if (tip.current) tip.current.dataset.by = by
  }, [])
  const hideTip = useCallback(() => {
    tip.current?.removeAttribute('data-by')
  }, [])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let isTipVisible = false
    const stopShowing = showOn(element, board, () => {
      const [x, y] = board.drawing.liveEnd ?? []
      if (isTipVisible && x !== undefined && y !== undefined) showTip(x, y, 'mouse')
    })
    const stopFollowing = followPointers(element, board, {
      mayFingerDraw: () => mayFingerDraw.current,
      refuse: () => setPenHint((now) => now ?? 'shown'),
      point: (event) => {
        isTipVisible = event.pointerType !== 'touch'
        if (!isTipVisible) return hideTip()
        // During a stroke, do not read properties that force a layout.
        if (board.isDown) return
        const scale = CANVAS.size / (element.clientWidth || CANVAS.size)
        showTip(event.offsetX * scale, event.offsetY * scale, 'mouse')
      },
    })
    return () => {
      stopFollowing()
      stopShowing()
    }
  }, [board, showTip, hideTip])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const wasDown = board.isDown
    if (!keyboardPen.press(event.key, event.shiftKey)) return
    event.preventDefault()
    showTip(keyboardPen.x, keyboardPen.y, 'keys')
    if (event.key !== ' ' && event.key !== 'Enter') return
    if (board.state.tool === 'fill') onSay('Filled')
    else onSay(wasDown ? 'Pen up' : 'Pen down')
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.matches(':focus-visible')) showTip(keyboardPen.x, keyboardPen.y, 'keys')
  }

  return (
    <div className={styles.paper}>
      <span className={styles.left} aria-hidden="true" />
      <span className={styles.right} aria-hidden="true" />
      <div className={styles.surface} role="application" aria-label="Drawing">
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={CANVAS.size}
          height={CANVAS.size}
          tabIndex={0}
          aria-label={`Canvas to draw on: ${prompt}`}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => keyboardPen.release(event.key)}
          onFocus={onFocus}
          onBlur={() => {
            keyboardPen.leave()
            hideTip()
          }}
          onPointerLeave={hideTip}
        />
        <BrushTip board={board} ref={tip} />
      </div>
      <ClearedHint board={board} onSay={onSay} />
      {penHint === 'shown' && (
        <PenHint
          onSwitch={(on) => {
            mayFingerDraw.current = on
          }}
          onDismiss={() => setPenHint('dismissed')}
        />
      )}
      <p id={hintId} className="visually-hidden">
        Arrow keys move the pen, with Shift in small steps. Space puts it down and lifts it. B is the brush, E
        the eraser, F the fill bucket, the square brackets change the size, Control Z undoes, Control Y
        redoes.
      </p>
    </div>
  )
}

/** Shows the position and size of the pen. */
function BrushTip({ board, ref }: { board: Board; ref: Ref<HTMLSpanElement> }) {
  const tool = useBoardState(board, (state) => state.tool)
  const size = useBoardState(board, (state) => state.size)
  const width = tool === 'eraser' ? size * CANVAS.eraserFactor : size
  return (
    <span
      ref={ref}
      className={styles.tip}
      data-tool={tool}
      style={{ '--width': width } as CSSProperties}
      aria-hidden="true"
    />
  )
}
