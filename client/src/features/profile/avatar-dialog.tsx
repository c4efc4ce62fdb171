import { useState } from 'react'
import { saveProfile } from '../../session/session.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Another face. Saves only when another one was chosen, otherwise it just closes (spec section 4). */
export function AvatarDialog({ avatar, onClose }: { avatar: string | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(avatar)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (chosen === null || chosen === avatar) return onClose()
    setBusy(true)
    setProblem(null)
    try {
      await saveProfile({ avatar: chosen })
      onClose()
    } catch (error) {
      console.info('The avatar was not saved:', error)
      setProblem('Failed to update avatar. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Change Avatar"
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" tone="primary" busy={isBusy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <AvatarPicker
        value={chosen}
        onChange={setChosen}
        styles={['custom', 'adventurer', 'bottts', 'rings']}
      />
      {problem && <Notice tone="red">{problem}</Notice>}
    </Dialog>
  )
}
