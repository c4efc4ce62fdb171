import { GUESS } from '@inkling/mock-server/contract/constants'
import { PATHS } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { TurnPicture } from '../../ui/pictures/pictures.tsx'
import ChainPictures from '../../ui/sample/chain-pictures.tsx'
import { WatchSample } from '../../ui/sample/watch-sample.tsx'
import OwnMidnight from '../../ui/turn/own-midnight.tsx'
import { Article } from './article.tsx'

export default function HowToPlayScreen() {
  return (
    <Article title="How to Play">
      <TurnPicture />
      <p>
        Inkling is the telephone game with pencils. A word starts a chain of players: it is drawn, guessed,
        drawn again, guessed again, and what comes out at the end is anybody's guess.
      </p>
      <ChainPictures />
      <p>
        <WatchSample />
      </p>
      <h2>A day in Inkling</h2>
      <ol>
        <li>Every day brings one game with one word. The first player draws it.</li>
        <li>The next player sees only the drawing and guesses the word.</li>
        <li>The player after that sees only the guess and draws it, and so on.</li>
        <li>Everybody has one turn a day. While someone else is playing, wait a moment and check again.</li>
        <li>
          Games run until 11:59 PM EST. After midnight EST
          <OwnMidnight /> the whole chain is revealed, and a new word is waiting.
        </li>
      </ol>
      <h2>Your turn</h2>
      <ul>
        <li>
          You have 5 minutes from the moment you start. When the time is up, your work is submitted
          automatically.
        </li>
        <li>
          When drawing, please do not use letters or numbers: they spoil the fun. You have ten colours, a
          brush, an eraser and a bucket, and every stroke can be undone.
        </li>
        <li>
          When guessing, you have up to {GUESS.attempts} attempts, each with a score. The best one continues
          the chain, unless you choose another.
        </li>
      </ul>
      <h2>How guesses are scored</h2>
      <ul>
        <li>100%: the exact word. Capitals, "a" and "the" do not matter.</li>
        <li>From 85%: a synonym, a plural or a typo. That counts as correct.</li>
        <li>
          From 70%: closely related. From 60%: the same category. From 40%: loosely related. Below that: a
          brave try.
        </li>
      </ul>
      <h2>Who you play with</h2>
      <p>
        With friends: create a group and share its six-character code. Or on your own: jump in and play with
        people from everywhere. You can be in one group at a time.
      </p>
      <p>
        <ButtonLink to={PATHS.home} tone="primary">
          Start Playing
        </ButtonLink>
      </p>
    </Article>
  )
}
