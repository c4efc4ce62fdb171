import { Volume2, VolumeOff } from 'lucide-react'
import { play, setSound, useSound } from '../../platform/sound.ts'
import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'

const TITLE = 'sound'

/** Turns the sounds of the game on and off on this device. */
export function SoundSwitch() {
  const { isOn } = useSound()
  const change = (wanted: boolean) => {
    setSound(wanted)
    // A sample; silent if sounds were turned off.
    play('chime')
  }
  return (
    <Setting id={TITLE} title="Sounds">
      <SwitchRow
        labelledBy={TITLE}
        icon={isOn ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
        text="Pencil, page and chime"
        isOn={isOn}
        onChange={change}
      />
    </Setting>
  )
}
