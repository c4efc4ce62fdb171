import type { Link } from '@inkling/mock-server/contract/chain-links'
import { tapeColour } from '@inkling/mock-server/picture/cards/tape-colour'
import type { ShownStep } from '../../../session/veil.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Avatar } from '../../../ui/players/avatar.tsx'
import { Badge } from '../../../ui/players/badge.tsx'
import { PlayerName } from '../../../ui/players/player-name.tsx'
import { ReportButton } from '../../../ui/report/report-button.tsx'
import { Veiled } from '../../../ui/report/veiled.tsx'
import { drawingUrl } from '../../../ui/turn/drawing-url.ts'
import { InkText } from '../../../ui/turn/words.tsx'
import { Likeness } from './likeness.tsx'
import { Replay } from './replay.tsx'
import styles from './step.module.css'
import { StepReactions } from './step-reactions.tsx'

interface StepProps {
  link: Link<ShownStep>
  /** Tells players apart whose names look alike. */
  number: number | undefined
  gameId: string
  /** Whether the viewer is a signed-in player, who may react. */
  isPlayers: boolean
}

/** One step of the chain: the player, the drawing or guess, and the score. */
export function Step({ link, number, gameId, isPlayers }: StepProps) {
  const { step, seen } = link
  const { stepIndex: at, hidden, veiled } = step
  const content = veiled ?? step.content
  const drew = step.type === 'drawing'
  return (
    <Card
      as="li"
      tape={tapeColour(at)}
      tapeAt={at % 2 === 0 ? 'left' : 'right'}
      tilt={at % 2 === 0 ? -0.5 : 0.5}
      className={styles.step}
    >
      <div className={styles.head}>
        <Avatar person={step} />
        <p className={styles.who}>
          <PlayerName name={step.username} number={number} />
          <Badge tone={drew ? 'blue' : 'purple'}>{drew ? 'Drew' : 'Guessed'}</Badge>
        </p>
        {isPlayers && hidden === undefined && (
          <ReportButton
            thing={{
              gameId,
              kind: drew ? 'drawing' : 'guess',
              stepIndex: at,
              userId: step.userId,
              username: step.username,
            }}
          />
        )}
      </div>
      <Veiled hidden={hidden} isLine={!drew}>
        {content.drawing && (
          <Replay
            png={content.drawing}
            strokes={step.strokes ?? []}
            alt={hidden === 'all' ? 'This drawing was removed' : `Drawn by ${step.username}`}
          />
        )}
        {content.guess && (
          <div className={styles.answer}>
            {seen && (
              <img src={drawingUrl(seen)} alt="The drawing that was guessed" className={styles.seen} />
            )}
            <p className={styles.guess}>
              <InkText text={content.guess} />
            </p>
          </div>
        )}
      </Veiled>
      <Likeness link={link} />
      {isPlayers && <StepReactions gameId={gameId} stepIndex={at} />}
    </Card>
  )
}
