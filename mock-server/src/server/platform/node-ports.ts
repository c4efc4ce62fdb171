import { loadLexicon } from '../../core/scoring/lexicon-file.ts'
import { createScorer } from '../../core/scoring/lexicon-scorer.ts'
import type { Scorer } from '../../core/scoring/scorer.ts'
import type { Ports } from '../../engine/ports.ts'
import { fixtureContent } from './fixture-content.ts'
import { nodeCodecs } from './node-codecs.ts'
import { recogniseDrawing } from './recognise-drawing.ts'

let loaded: Scorer | undefined

/** Scores with the full lexicon, which is loaded at the first guess and shared by all engines of the process. */
export const referenceScorer: Scorer = {
  judge(guess, target) {
    loaded ??= createScorer(loadLexicon())
    return loaded.judge(guess, target)
  },
}

/** The ports of an engine in Node, besides its store, clock and push services. */
export const nodePorts = {
  codecs: nodeCodecs,
  scorer: referenceScorer,
  content: fixtureContent,
  recognise: recogniseDrawing,
} satisfies Partial<Ports>
