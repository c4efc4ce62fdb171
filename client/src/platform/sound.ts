import { create } from 'zustand'
import { KEY, local } from './storage.ts'
import type { Sound } from './synthesiser.ts'

/** Whether the player wants sounds on this device; off until asked for. */
export const useSound = create<{ isOn: boolean }>(() => ({ isOn: local.get(KEY.sound) === 'on' }))

export function setSound(isOn: boolean): void {
  useSound.setState({ isOn })
  if (isOn) local.set(KEY.sound, 'on')
  else local.remove(KEY.sound)
}

/** Plays a sound, when the player wants sounds. The game is complete without it: a failure is logged only. */
export function play(sound: Sound): void {
  if (!useSound.getState().isOn) return
  import('./synthesiser.ts')
    .then(({ synthesise }) => synthesise(sound))
    .catch((error: unknown) => console.info('The sound could not be played:', error))
}
