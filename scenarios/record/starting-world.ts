import { createHash } from 'node:crypto'
import type { World } from '../runner/language/files/loaded-scenario.ts'
import { TARGET } from '../runner/language/values/variables.ts'

/** The parts of a world that a recording reads. */
interface User {
  readonly id: string
  readonly deviceHash: string
}

/** The world of a server at the start of a recording. */
export class StartingWorld {
  readonly #world: World
  readonly #users: readonly User[]

  constructor(world: World) {
    this.#world = world
    this.#users = (world.users ?? []) as readonly User[]
  }

  has(userId: string): boolean {
    return this.#users.some(({ id }) => id === userId)
  }

  /**
   * The world as a file. The recorded players get the devices that bots sign in with; what identifies the devices of
   * real players is left out.
   * @param devices device ids by the id of the player.
   * @param address of the recorded server; that of the target takes its place in a replay.
   */
  portable(devices: ReadonlyMap<string, string>, address: string): Uint8Array {
    const users = this.#users.map((user) => {
      const device = devices.get(user.id)
      return device === undefined ? user : { ...user, deviceHash: sha256(device) }
    })
    const world = { ...this.#world, users, devices: [], moveCodes: [], pushTokens: [], outbox: [] }
    return Buffer.from(JSON.stringify(world).replaceAll(address, TARGET))
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
