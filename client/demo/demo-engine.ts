import {
  ControlledClock,
  controlledEngine,
  createScorer,
  derivedSecrets,
  type Engine,
  LocalStorageStore,
  readLexicon,
  restoreWorld,
  type World,
  webCodecs,
} from '@inkling/mock-server/browser'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { demoContent } from './demo-content.ts'
import { DEMO_WORLD_FILE, LEXICON_FILE } from './files.ts'

/** Differs from the prefix of the client's keys. */
const PREFIX = 'demo_'

/** The engine with this browser's storage, into which the first visit imports the demo world. */
export async function openEngine(): Promise<Engine> {
  const [world, lexicon] = await Promise.all([
    load(DEMO_WORLD_FILE).then((response): Promise<World> => response.json()),
    load(LEXICON_FILE).then((response) => response.arrayBuffer()),
  ])
  return demoEngine(world, new Uint8Array(lexicon))
}

/**
 * @param world imported if the storage is empty, and restored by a reset.
 * @param adminKey required for admin calls; null if everyone may make them.
 */
export async function demoEngine(
  world: World,
  lexicon: Uint8Array,
  clock = new ControlledClock(),
  adminKey: string | null = null,
): Promise<Engine> {
  const store = new LocalStorageStore(PREFIX, webCodecs)
  await restoreWorld(store, world, webCodecs, { onlyIfEmpty: true })
  const scorer = createScorer(readLexicon(lexicon))
  // All data is in the player's browser, so no secrecy is needed.
  const secrets = derivedSecrets(world.seed, webCodecs)
  return controlledEngine(
    { store, clock, codecs: webCodecs, scorer, content: demoContent },
    { ...secrets, timeZone: DEFAULT_TIME_ZONE, adminKey, everyoneIsAdmin: true },
    { seedWorld: async () => world },
  )
}

/** @throws {Error} if the file cannot be loaded */
async function load(file: string): Promise<Response> {
  const response = await fetch(`/${file}`)
  if (!response.ok) throw new Error(`The demo could not load ${file}: ${response.status}`)
  return response
}
