import { Article } from './article.tsx'

export default function PrivacyPolicyScreen() {
  return (
    <Article title="Privacy Policy" updated="Privacy Policy, last updated January 2025">
      <p>
        Inkling is a game. It needs to know very little about you, and this page says what that is, why, and
        what you can do about it.
      </p>
      <h2>What we keep</h2>
      <ul>
        <li>
          A device id. Your browser or app makes it up; it holds nothing about you or your device, and it
          takes the place of an account, an e-mail address and a password. We store it only in a form from
          which it cannot be read back.
        </li>
        <li>The username and avatar that you choose. A made-up name is a good choice.</li>
        <li>
          Your group, the drawings and guesses that you hand in, your reactions, and when you made them.
        </li>
        <li>If you allow notifications: the address that your device gave us for them.</li>
      </ul>
      <h2>What it is for</h2>
      <p>
        To run the game: to pass the chain on, show its results to those who were in it, keep your history,
        and tell you when it is your turn or results are in. We do not sell it, and there is no advertising.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Players of the same game see your username, your avatar and, once the game is over, what you handed
          in.
        </li>
        <li>Members of your group see that you are in it and whether you have played today.</li>
        <li>
          Anybody who has the link of a finished game can see that game. Links cannot be guessed; whoever was
          in the game may pass theirs on.
        </li>
      </ul>
      <h2>What stays on your device</h2>
      <p>
        The device id, your sign-in, your settings, and drawings that you have not handed in yet, for an hour.
        Because browsers delete such data after a while, a cookie holds a copy of the device id. Clearing the
        site's data removes all of it; the device id is then lost too, and with it the way back to your
        player.
      </p>
      <h2>How we count</h2>
      <p>
        We count how often the game is opened and turns are started, to know what to mend. Not who you are.
      </p>
      <h2>Children under 13</h2>
      <p>
        Inkling is made to be fit for families, but it is not directed at children under 13, and we do not
        knowingly collect personal information from them. A child under 13 should play only together with a
        parent or guardian. If you believe that a child has told us something personal, let us know, and we
        will delete it.
      </p>
      <h2>Your say</h2>
      <p>
        You may see, correct or have deleted what we hold about you, and you may leave a group or turn
        notifications off at any time. When this page changes in a way that matters, the game will tell you.
      </p>
    </Article>
  )
}
