import { Article } from './article.tsx'
import { Contact } from './contact.tsx'

export default function PrivacyPolicyScreen() {
  return (
    <Article title="Privacy Policy" updated="Privacy Policy, last updated January 2025">
      <p>
        Inkling needs very little information about you. This page says what we store, why, and what you can
        do about it.
      </p>
      <h2>What we store</h2>
      <ul>
        <li>
          A device id. Your browser or app generates it at random, so it says nothing about you or your
          device. It replaces an account, an e-mail address and a password. We store only a hash of it, from
          which the id cannot be recovered.
        </li>
        <li>
          What you sign in with, such as “iPhone, Safari”, so that you recognise your devices in their list.
        </li>
        <li>The username and avatar that you choose. A made-up name is a good choice.</li>
        <li>Your group, the drawings and guesses that you submit, your reactions, and the time of each.</li>
        <li>If you allow notifications: the address to which we send them, and your time zone.</li>
      </ul>
      <h2>What it is for</h2>
      <p>
        To run the game: to continue the chain, show its results to its players, keep your history, and notify
        you when it is your turn or results are available. We do not sell your data, and there is no
        advertising.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Players of the same game see your username, your avatar and, once the game is over, what you
          submitted.
        </li>
        <li>Members of your group see that you are in it and whether you have played today.</li>
        <li>
          Anyone with the link to a finished game can see that game. Links cannot be guessed, but every player
          of the game can share theirs.
        </li>
      </ul>
      <h2>What stays on your device</h2>
      <p>
        The device id, your sign-in, your settings, and, for an hour, drawings that you have not submitted
        yet. Because browsers delete such data after a while, a cookie holds a copy of the device id. Clearing
        the site's data removes all of it, including the device id. You then cannot return to your player.
      </p>
      <h2>Statistics</h2>
      <p>
        We count how often the game is opened and turns are started, to find what to improve. These counts do
        not identify you.
      </p>
      <h2>Children under 13</h2>
      <p>
        Inkling is suitable for families, but it is not directed at children under 13, and we do not knowingly
        collect personal information from them. A child under 13 should play only together with a parent or
        guardian. If you believe that a child has given us personal information, let us know, and we will
        delete it.
      </p>
      <h2>How long we keep it</h2>
      <ul>
        <li>
          Your player, games and history: until you delete your account, which removes them within a minute.
          An account without a group and without a finished turn is deleted when you have not used it for 30
          days.
        </li>
        <li>What you draw while a turn runs: on your device only, for an hour.</li>
        <li>Codes to move to another device: they work for ten minutes, and are removed within a day.</li>
        <li>
          Reports and the decisions about them: for good, without your name once you delete your account.
        </li>
        <li>
          After you delete your account: what a report that is still open is about, until a moderator has
          decided, at most 30 days, and a hash of your device as long as you are suspended.
        </li>
        <li>
          A hash of the id of a deleted account: for good, so that a restored backup does not bring the
          account back.
        </li>
      </ul>
      <h2>Your rights</h2>
      <p>
        You may see, correct or delete the data that we store about you, and you may leave a group or turn
        notifications off at any time. In your profile, "Download my data" gives you everything we keep about
        you, and "Delete my account" deletes it. The game will notify you of important changes to this page.
      </p>
      <Contact />
    </Article>
  )
}
