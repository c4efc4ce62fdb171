import { LAST_UPDATED, TextPage } from './text-page.tsx'

export default function TermsOfUseScreen() {
  return (
    <TextPage title="Terms of Use">
      <p>{LAST_UPDATED}</p>
      <p>By playing Inkling you agree to these terms. They are short, so that you can read them.</p>
      <h2>Play fair</h2>
      <ul>
        <li>Draw and write nothing that is hateful, sexual, violent or against the law.</li>
        <li>Do not pretend to be somebody else, and do not harass other players.</li>
        <li>Do not disturb the service, or play by program without leave.</li>
      </ul>
      <h2>What you make</h2>
      <p>
        Your drawings and guesses stay yours. You allow us to keep them and to show them as parts of the game,
        also on results that are shared by link.
      </p>
      <h2>Groups</h2>
      <p>
        The host of a group can remove members. Whoever has a group's code can join it, so pass it on with
        care.
      </p>
      <h2>Age</h2>
      <p>
        You must be at least 13 years old to play on your own. If you are under 13, play together with a
        parent or guardian who agrees to these terms.
      </p>
      <h2>No promises</h2>
      <p>
        We do our best to keep the game running and your games safe, but we give no warranty. We may change or
        end the service, and close it to players who break these terms.
      </p>
    </TextPage>
  )
}
