import { Article } from './article.tsx'
import { Contact } from './contact.tsx'

export default function TermsOfUseScreen() {
  return (
    <Article title="Terms of Use" updated="Terms of Use, last updated January 2025">
      <p>By playing Inkling you agree to the rules on this page. They keep the game fun for everyone.</p>
      <h2>Be kind</h2>
      <ul>
        <li>Keep drawings, guesses, usernames and group names family-friendly.</li>
        <li>No insults, no hate, nothing sexual or violent, nothing that harms or exposes another person.</li>
        <li>No addresses, phone numbers or other private things, of yourself or anybody else.</li>
        <li>Do not draw or write what you have no right to share.</li>
      </ul>
      <p>
        We do not tolerate such content or players who make it. Report it with the flag beside it: you will
        not see it again, and we look at each report within 24 hours. We remove it, and suspend or ban its
        author.
      </p>
      <h2>Play fair</h2>
      <ul>
        <li>One turn per player, game and day. Please do not play under several names in the same game.</li>
        <li>Do not let programs play for you, do not overload the service, and do not try to break in.</li>
      </ul>
      <h2>Your content</h2>
      <p>
        Your drawings and guesses stay yours. You allow us to store them and to show them to the players of
        the game, to your group, and to anyone with the link to a finished game. The game cannot work without
        this.
      </p>
      <h2>Your player</h2>
      <p>
        Your player belongs to your devices. Anyone who uses one of them plays as you. If the data of all is
        lost, the player cannot be restored.
      </p>
      <h2>Children under 13</h2>
      <p>
        If you are under 13, please play only together with a parent or guardian who has read this page and
        agrees to it.
      </p>
      <h2>No warranty</h2>
      <p>
        We try to keep the game running and its pages safe, but it is provided as is: it may be unavailable,
        change, or end, and we cannot promise to store a drawing forever. As far as the law allows, we are not
        liable for loss that results from playing. Players who break these rules may be removed from the game.
      </p>
      <h2>Changes</h2>
      <p>
        The game will notify you of important changes to these terms. By continuing to play, you agree to
        them.
      </p>
      <Contact />
    </Article>
  )
}
