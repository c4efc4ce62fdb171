import { Article } from './article.tsx'

export default function TermsOfUseScreen() {
  return (
    <Article title="Terms of Use" updated="Terms of Use, last updated January 2025">
      <p>By playing Inkling you agree to the few rules on this page. They are there so that it stays fun.</p>
      <h2>Be kind</h2>
      <ul>
        <li>Keep drawings, guesses, usernames and group names fit for a family table.</li>
        <li>
          No insults, no hatred, nothing sexual or violent, nothing that harms or exposes another person.
        </li>
        <li>Do not draw or write what you have no right to share.</li>
      </ul>
      <h2>Play fair</h2>
      <ul>
        <li>One turn per player, game and day. Please do not play under several names in the same game.</li>
        <li>
          Do not let programs play in your place, do not overload the service, and do not try to break in.
        </li>
      </ul>
      <h2>What you make</h2>
      <p>
        Your drawings and guesses stay yours. You allow us to store them and to show them to the players of
        the game, to your group, and to those who hold the link of a finished game. Without that there would
        be no game.
      </p>
      <h2>Your player</h2>
      <p>
        Your player belongs to your device. Whoever uses the device plays as you; if its data are lost, the
        player cannot be brought back.
      </p>
      <h2>Children under 13</h2>
      <p>
        If you are under 13, please play only together with a parent or guardian who has read this page and
        agrees to it.
      </p>
      <h2>What we promise, and what not</h2>
      <p>
        We try to keep the game running and its pages safe, but it comes as it is: it may be down, change, or
        end, and we cannot promise that a drawing is kept forever. As far as the law allows, we are not liable
        for loss that comes from playing. Who breaks these rules may be removed from the game.
      </p>
      <h2>Changes</h2>
      <p>
        When these terms change in a way that matters, the game will tell you. Who goes on playing then,
        agrees.
      </p>
    </Article>
  )
}
