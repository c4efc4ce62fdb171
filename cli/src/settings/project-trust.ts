import type { ConfigFile, Profile, ProjectConfig } from './config-file.ts'
import { TARGET_KINDS, type TargetKind } from './target-kinds.ts'

/* A project's file comes with a clone or a shared folder, so it may name servers, but not decide what they are trusted with. */

export interface Trust {
  /** Whether the user has added a target of this origin, so that the admin key may be sent there. */
  readonly isBound: boolean
  /** The key that the user saved for this origin. */
  readonly adminKey?: string
  /** The strictest kind that the user gave this origin. */
  readonly kind?: TargetKind
}

/** What the user's own file says about the origin of a URL. */
export function trustOf(url: string, user: ConfigFile): Trust {
  const origin = originOf(url)
  const same = Object.values(user.targets ?? {}).filter((target) => originOf(target.url) === origin)
  const adminKey = same.find((target) => target.adminKey !== undefined)?.adminKey
  const kind = TARGET_KINDS.findLast((each) => same.some((target) => target.kind === each))
  return {
    isBound: origin !== null && same.length > 0,
    ...(adminKey !== undefined && { adminKey }),
    ...(kind && { kind }),
  }
}

/** A profile of a project without what only its user may decide. */
export function trustedProfile({ url, adminKey }: Profile, user: ConfigFile): Profile {
  const { kind, adminKey: boundKey } = trustOf(url, user)
  const key = adminKey ?? boundKey
  return { url, ...(key !== undefined && { adminKey: key }), ...(kind && { kind }) }
}

/** The target `in-process` has no origin. */
const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** Something that a project's file asks for and does not get. */
export interface Ignored {
  readonly what: 'adminKey' | 'project file' | `${string} of ${string}`
  readonly why: string
}

/** @param withheld the place of a given key that is not sent to the URL; null if there is none. */
export function ignoredSettings(
  { path, foreign }: ProjectConfig,
  { targets = {} }: ConfigFile,
  withheld: { url: string; place: string } | null,
): Ignored[] {
  const ignored = Object.entries(targets).flatMap(([name, target]): Ignored[] =>
    (['kind', 'writes'] as const)
      .filter((field) => target[field] !== undefined)
      .map((field) => ({
        what: `${field} of ${name}`,
        why: `${path} is a project's file: set it in your own with \`inkling target new\``,
      })),
  )
  if (foreign !== null) ignored.push({ what: 'project file', why: `${foreign} belongs to another user` })
  if (withheld !== null) {
    const { url, place } = withheld
    ignored.push({
      what: 'adminKey',
      why: `${place} is not sent, because ${path} chose ${url}: name it with --target, or bind the key with \`inkling target new NAME ${url} --admin-key KEY\``,
    })
  }
  return ignored
}
