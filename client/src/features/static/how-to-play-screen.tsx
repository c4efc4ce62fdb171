import { TextPage } from './text-page.tsx'

export default function HowToPlayScreen() {
  return (
    <TextPage title="How to Play">
      <p>
        One word a day travels from hand to hand. Somebody draws it, the next one guesses the drawing, the
        next one draws that guess. At midnight everybody sees what became of it.
      </p>
      <h2>Your turn</h2>
      <ol>
        <li>There is one turn for each player a day. When nobody else is playing, you can take it.</li>
        <li>
          You have five minutes. The first player draws the word; after that guessing and drawing alternate.
        </li>
        <li>When you draw, no letters and no numbers: the picture has to speak.</li>
        <li>When you guess, you have five attempts. Each one tells you how near you came, in percent.</li>
        <li>Finalize with the guess that you like best. When your time runs out, your best guess counts.</li>
      </ol>
      <h2>With friends, or with everybody</h2>
      <p>
        A group plays its own word every day. Make one and pass its six-letter code on, or join with a code
        you were given. Without a group you can jump into a public game with players from everywhere.
      </p>
      <h2>The results</h2>
      <p>
        Games run until 11:59 PM EST. After midnight the whole chain is shown: every drawing, every guess, and
        how far the last guess is from the first word. React to the steps that made you laugh, and share the
        chain.
      </p>
      <h2>If you miss it</h2>
      <p>
        A player who does not finish in time is skipped and the game goes on. Nobody has to wait for somebody
        who is away, and tomorrow there is a new word.
      </p>
    </TextPage>
  )
}
