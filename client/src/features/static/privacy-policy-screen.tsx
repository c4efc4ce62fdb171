import { LAST_UPDATED, TextPage } from './text-page.tsx'

export default function PrivacyPolicyScreen() {
  return (
    <TextPage title="Privacy Policy">
      <p>{LAST_UPDATED}</p>
      <p>
        Inkling needs very little about you. There is no sign-up and no e-mail address. This page says what is
        kept, what for, and how to be rid of it.
      </p>
      <h2>What we keep</h2>
      <ul>
        <li>
          A random id of your device, by which the game knows you again. It is stored in a form that cannot be
          read back.
        </li>
        <li>The username and the avatar that you chose, and the group that you joined.</li>
        <li>Your drawings, guesses and reactions, since they are the game.</li>
        <li>A token for notifications, if you switched them on.</li>
      </ul>
      <h2>What others see</h2>
      <p>
        Your username, your avatar, and what you drew and guessed in a game that is over. Anyone who has the
        link to the results of a game can see them. Do not draw or write anything that you would not show to
        everybody.
      </p>
      <h2>On your device</h2>
      <p>
        The game remembers who you are, drawings that are not yet handed in, and a few settings, in the
        storage of your browser. Clearing the data of this site removes all of it.
      </p>
      <h2>Usage</h2>
      <p>
        We count how often games and turns are started and how long the app is open. This tells us what works.
        It is not sold, and not used for advertising.
      </p>
      <h2>Children</h2>
      <p>
        Inkling is family-friendly, but it is not directed to children under 13 and we do not knowingly keep
        personal information of children under 13. If you are under 13, please play together with a parent, on
        their device. A parent who believes that a child has given us personal information can ask us to
        remove it.
      </p>
      <h2>Changes</h2>
      <p>When this policy changes, the date at its top changes with it.</p>
    </TextPage>
  )
}
