import { create } from 'zustand'
import { KEY, local } from '../storage.ts'
import type { Sound } from './synthesiser.ts'

/** Whether sounds are on for this device; off by default. */
export const useSound = create<{ isOn: boolean }>(() => ({ isOn: local.get(KEY.sound) === 'on' }))

export function setSound(isOn: boolean): void {
  useSound.setState({ isOn })
  if (isOn) local.set(KEY.sound, 'on')
  else local.remove(KEY.sound)
}

/** Plays a sound if sounds are on. A failure is only logged. */
export function play(sound: Sound): void {
  if (!useSound.getState().isOn) return
  import('./synthesiser.ts')
    .then(({ synthesise }) => synthesise(sound))
    .catch((error: unknown) => console.info('The sound could not be played:', error))
}
