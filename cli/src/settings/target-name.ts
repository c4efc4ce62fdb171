import { IN_PROCESS, type Settings } from './settings.ts'

/** The target's name in questions and in the audit log: its profile's name, otherwise its host. */
export function targetName({ target, url }: Pick<Settings, 'target' | 'url'>): string {
  if (url.value === IN_PROCESS) return IN_PROCESS
  return /^https?:/.test(target.value) ? new URL(url.value).host : target.value
}
