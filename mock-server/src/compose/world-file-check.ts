import { createReadStream } from 'node:fs'
import { type CheckedWorld, checkWorld } from '../engine/world/check-world.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'

/** Checks the world in a file. @throws if the file cannot be read. */
export const checkWorldFile = (path: string): Promise<CheckedWorld> =>
  checkWorld(createReadStream(path), nodeCodecs)
