import { IN_PROCESS, type Settings } from './settings.ts'

/** How the target is called in questions and in the audit log: by the name of its profile, or by its host. */
export function targetName({ target, url }: Pick<Settings, 'target' | 'url'>): string {
  if (url.value === IN_PROCESS) return IN_PROCESS
  return /^https?:/.test(target.value) ? new URL(url.value).host : target.value
}
