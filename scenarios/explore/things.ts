import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { inputOf, type PlayedStep, rowOf } from './played-step.ts'

/** The kinds of things that are found in replies and that later steps refer to. */
export type Kind = 'game' | 'group' | 'code' | 'report' | 'move' | 'device' | 'warning'

/** What steps are about, as it is written in them. */
export type Things = Partial<Record<Kind | 'user' | 'step', unknown>>

const BY_NAME: Readonly<Record<string, keyof Things>> = {
  gameId: 'game',
  groupId: 'group',
  userId: 'user',
  reportId: 'report',
  stepIndex: 'step',
  at: 'warning',
}
/** What `id` is, by a part of the path. */
const BY_PATH: readonly (readonly [part: string, kind: keyof Things])[] = [
  ['/api/groups/', 'group'],
  ['/devices/', 'device'],
  ['/reports/', 'report'],
  ['/players/', 'user'],
  ['/api/game/', 'game'],
]

/** The kind of thing that a field of a call's input names; undefined if it contains a value of its own. */
export function kindIn(call: EndpointName, field: string): keyof Things | undefined {
  const { path } = endpoints[call]
  if (field === 'id') return BY_PATH.find(([part]) => path.includes(part))?.[1]
  if (field === 'code') return path.includes('/move') ? 'move' : 'code'
  return BY_NAME[field]
}

/** What the input of a call names. */
export function thingsNamed(call: EndpointName, fields: Readonly<Record<string, unknown>>): Things {
  const named = Object.entries(fields).flatMap(([field, value]) => {
    const kind = kindIn(call, field)
    return kind === undefined ? [] : [[kind, value]]
  })
  return Object.fromEntries(named)
}

/** What a step is about: what its input names, and what its reply has shown for the first time. */
export function thingsIn(step: PlayedStep): Things {
  const row = rowOf(step)
  const named = row === undefined ? {} : thingsNamed(row, inputOf(step))
  const captured = 'capture' in step ? Object.keys(step.capture ?? {}) : []
  const made = captured.map((name) => [name.replace(/\d+$/, ''), `\${${name}}`])
  return { ...named, ...Object.fromEntries(made) }
}
