import type { Engine } from '../engine/engine.ts'
import { msOf } from '../rules/instant.ts'

/** The engine's time as a Date header tells it, to the second. */
export const serverDate = ({ ports }: Engine): string => new Date(msOf(ports.clock.now())).toUTCString()
