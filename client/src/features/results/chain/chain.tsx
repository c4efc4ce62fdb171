import { type Link, linksOf } from '@inkling/mock-server/contract/chain-links'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { tapeColour } from '@inkling/mock-server/picture/cards/tape-colour'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import { useState } from 'react'
import type { ShownStep } from '../../../session/shown-chain.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Avatar } from '../../../ui/players/avatar.tsx'
import { Badge } from '../../../ui/players/badge.tsx'
import { HouseMark } from '../../../ui/players/house-mark.tsx'
import { PlayerName } from '../../../ui/players/player-name.tsx'
import { ReportButton } from '../../../ui/report/report-button.tsx'
import { ReviewNote } from '../../../ui/report/review-note.tsx'
import { Veiled } from '../../../ui/report/veiled.tsx'
import { DrawingImage, drawingUrl } from '../../../ui/turn/drawing-image.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import { attemptsByStep, wrongTries } from '../tries.ts'
import styles from './chain.module.css'
import { Likeness } from './likeness.tsx'
import { Replay } from './replay.tsx'
import { StepReactions } from './step-reactions.tsx'
import { Tries } from './tries.tsx'

interface ChainProps {
  results: GameResults
  /** Whether the viewer is a signed-in player, who may react. */
  isPlayers?: boolean
}

/** The steps of the chain, one below the other. */
export function Chain({ results, isPlayers = false }: ChainProps) {
  const chain: readonly ShownStep[] = results.chain
  const people = new Map(chain.map((step) => [idOf(step), step.username]))
  const numbers = lookalikeNumbers([...people].map(([userId, username]) => ({ userId, username })))
  const links = linksOf(results)
  const attempts = attemptsByStep(results)
  return (
    <ol className={styles.chain} aria-label="The chain">
      {chain.map((step, at) => (
        <Step
          key={step.stepIndex}
          step={step}
          link={links[at]}
          tries={wrongTries(attempts, step)}
          number={numbers.get(idOf(step))}
          gameId={results.gameId}
          isPlayers={isPlayers}
        />
      ))}
    </ol>
  )
}

/** Public results have no ids, so there a name stands for its player, and equal names for one. */
const idOf = ({ userId, username }: ChainStep): string => userId ?? username

interface StepProps {
  step: ShownStep
  link: Link | undefined
  /** What was guessed in vain before. */
  tries: readonly string[]
  /** Tells players apart whose names look alike. */
  number: number | undefined
  gameId: string
  isPlayers: boolean
}

/** One step: the player, the drawing or guess, and the score. */
function Step({ step, link, tries, number, gameId, isPlayers }: StepProps) {
  const { stepIndex: at, hidden, veiled } = step
  const [isReacting, setReacting] = useState(false)
  const content = veiled ?? step.content
  const drew = step.type === 'drawing'
  return (
    <Card
      as="li"
      tape={tapeColour(at)}
      tapeAt={at % 2 === 0 ? 'left' : 'right'}
      tilt={at % 2 === 0 ? -0.5 : 0.5}
      className="stack gap-4"
    >
      <div className="row gap-3">
        <Avatar person={step} />
        <p className={styles.who}>
          <PlayerName name={step.username} number={number} />
          {step.house && <HouseMark />}
          <Badge tone={drew ? 'blue' : 'purple'}>{drew ? 'Drew' : 'Guessed'}</Badge>
        </p>
        {isPlayers && hidden === undefined && !step.house && (
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
      <ReviewNote review={step.review} />
      <Veiled
        hidden={hidden}
        reported={{ gameId, kind: drew ? 'drawing' : 'guess', stepIndex: at }}
        isLine={!drew}
      >
        {content.drawing && (
          <DrawingImage
            png={content.drawing}
            alt={hidden === 'all' ? 'This drawing was removed' : `Drawn by ${step.username}`}
          >
            {step.strokes !== undefined && step.strokes.length > 0 && <Replay strokes={step.strokes} />}
          </DrawingImage>
        )}
        {content.guess && (
          <div className="row justify-center gap-4">
            {link?.seen && (
              <img src={drawingUrl(link.seen)} alt="The drawing that was guessed" className={styles.seen} />
            )}
            <p className={styles.guess}>
              <InkText text={content.guess} />
            </p>
          </div>
        )}
      </Veiled>
      <Tries tries={tries} />
      {link && <Likeness link={link} />}
      {isPlayers && (
        <StepReactions gameId={gameId} stepIndex={at} isChoosing={isReacting} onChoosing={setReacting} />
      )}
    </Card>
  )
}
