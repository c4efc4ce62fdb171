import { Pencil, Plus, UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'
import styles from './choice-step.module.css'

const CHOICES = [
  {
    to: PATHS.home,
    label: 'Play Solo',
    text: 'Jump in with players from everywhere',
    Icon: Pencil,
    tone: 'yellow',
  },
  {
    to: PATHS.createGroup,
    label: 'Create Group',
    text: 'Start a book of your own',
    Icon: Plus,
    tone: 'pink',
  },
  {
    to: PATHS.joinGroup,
    label: 'Join Group',
    text: 'Somebody gave you a code',
    Icon: UsersRound,
    tone: 'blue',
  },
] as const

/** How to play: alone, or in a group. */
export function ChoiceStep() {
  return (
    <div className="stack gap-4 text-center">
      <GroupPicture />
      <h1 className="text-3xl">How would you like to play?</h1>
      <ul className="stack gap-4">
        {CHOICES.map(({ to, label, text, Icon, tone }) => (
          <li key={to}>
            <Link to={to} className={styles.option} style={{ background: `var(--wash-${tone})` }}>
              <Icon aria-hidden />
              <span>
                <strong className={styles.label}>{label}</strong>
                <span className="hand text-lg">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
