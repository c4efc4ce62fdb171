import { GUESS } from '@inkling/mock-server/contract/constants'
import { PATHS } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TurnPicture } from '../../ui/pictures/pictures.tsx'
import { Article } from './article.tsx'

export default function HowToPlayScreen() {
  return (
    <Article title="How to Play">
      <TurnPicture />
      <p>
        Inkling is a whispering game with pencils. A word goes in at one end of a chain of players, is drawn,
        guessed, drawn again, guessed again, and what comes out at the other end is anybody's guess.
      </p>
      <h2>A day in Inkling</h2>
      <ol>
        <li>Every day brings one game with one word. The first player draws it.</li>
        <li>The next player sees only the drawing, and writes down what it might be.</li>
        <li>The one after that sees only the guess, and draws that. So it goes on.</li>
        <li>
          Everybody has one turn a day. When someone else holds the pencil, wait for a moment and look in
          again.
        </li>
        <li>
          Games run until 11:59 PM EST. After midnight EST the whole chain is revealed, and a new word is
          waiting.
        </li>
      </ol>
      <h2>Your turn</h2>
      <ul>
        <li>
          You have 5 minutes from the moment you start. If the time runs out, what you have is handed in.
        </li>
        <li>
          When drawing, no letters and no numbers, please: it spoils the fun. Ten colours, a brush, an eraser
          and a bucket are on the table, and every stroke can be undone.
        </li>
        <li>
          When guessing, you have up to {GUESS.attempts} attempts. Each one tells you how near you are; the
          best of them goes on along the chain, or another one if you prefer it.
        </li>
      </ul>
      <h2>How near is near?</h2>
      <ul>
        <li>100%: the very word. Capitals, "a" and "the" do not matter.</li>
        <li>
          From 85%: another name for the same thing, a plural, a slip of the keys. That counts as right.
        </li>
        <li>Around 70%: closely related. Around 50%: of the same family. Below that: a brave try.</li>
      </ul>
      <h2>With whom?</h2>
      <p>
        With friends: create a group and hand out its six-character code. Or on your own: jump in, and you
        play with people from everywhere. You are in one group at a time.
      </p>
      <p>
        <ButtonLink to={PATHS.home} tone="primary">
          Start Playing
        </ButtonLink>
      </p>
    </Article>
  )
}
