import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'

interface Look {
  /** primary: the main action. go: starts or finishes a turn. quiet: the way out. */
  tone?: 'primary' | 'go' | 'plain' | 'danger' | 'quiet' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  wide?: boolean | undefined
  icon?: ReactNode
}

const look = ({ tone = 'plain', size = 'medium', wide }: Look, className: string | undefined) =>
  clsx(styles.button, styles[tone], styles[size], wide && styles.wide, className)

/** A button styled as a rubber stamp. It is disabled while `busy`. */
export function Button({
  tone,
  size,
  wide,
  icon,
  busy = false,
  disabled = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(look({ tone, size, wide }, className), busy && styles.busy)}
    >
      {icon}
      <Label>{children}</Label>
    </button>
  )
}

/** A link that looks like a {@link Button}. */
export function ButtonLink({
  tone,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={look({ tone, size, wide }, className)}>
      {icon}
      <Label>{children}</Label>
    </Link>
  )
}

/**
 * Text beside an icon, in an element of its own: translating a page replaces text nodes, and React would then fail to
 * change or remove them.
 */
const Label = ({ children }: { children: ReactNode }) => <span className={styles.label}>{children}</span>

/**
 * A round button with only a picture; `label` is its accessible name. Disabled, it does nothing, but keeps the focus, so
 * that keys can leaf to the last page and back.
 */
export function IconButton({
  label,
  className,
  children,
  disabled = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      title={label}
      className={clsx(styles.button, styles.icon, className)}
    >
      {children}
    </button>
  )
}
