import { create } from 'zustand'
import { KEY, local } from './storage.ts'

/** 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const remembered = (): Theme => {
  const theme = local.get(KEY.theme)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: remembered() }))

/** Applies the theme to the page and stores it. */
export function setTheme(theme: Theme): void {
  useTheme.setState({ theme })
  if (theme === 'system') local.remove(KEY.theme)
  else local.set(KEY.theme, theme)
  showTheme()
}

/** Applies the stored theme. Called before the first paint, so that the other theme does not flash. */
export function showTheme(): void {
  const { theme } = useTheme.getState()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  showBarColor(theme)
}

/** The page has a `theme-color` for each theme, which colours the browser's bars; `media` selects one of them. */
function showBarColor(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.theme ??= meta.media.includes('dark') ? 'dark' : 'light'
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${meta.dataset.theme})`
    else meta.media = theme === meta.dataset.theme ? 'all' : 'not all'
  }
}
