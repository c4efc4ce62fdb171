import { CalendarDays, Pencil, UserRound, UsersRound } from 'lucide-react'
import { matchPath, NavLink } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { useUser } from '../session/session-store.ts'
import { Avatar } from '../ui/players/avatar.tsx'
import styles from './bottom-nav.module.css'

const TABS = [
  { path: PATHS.home, label: 'Play', Icon: Pencil },
  { path: PATHS.group, label: 'Group', Icon: UsersRound },
  { path: PATHS.history, label: 'History', Icon: CalendarDays },
  { path: PATHS.profile, label: 'Profile', Icon: UserRound },
] as const

/** Whether a path is that of a tab. Like the router, this ignores case and a trailing slash. */
export const hasBottomNav = (pathname: string): boolean =>
  TABS.some(({ path }) => matchPath(path, pathname) !== null)

/** The four tabs. The profile tab shows the player's avatar if there is one. */
export function BottomNav() {
  const user = useUser()
  return (
    <nav className={styles.nav} aria-label="Main">
      {TABS.map(({ path, label, Icon }) => (
        <NavLink key={path} to={path} end className={styles.tab ?? ''}>
          <span className={styles.icon}>
            {path === PATHS.profile && user?.avatar ? (
              <Avatar person={user} size={28} />
            ) : (
              <Icon aria-hidden strokeWidth={2.4} />
            )}
          </span>
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  )
}
