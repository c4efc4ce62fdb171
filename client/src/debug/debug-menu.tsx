import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/dialogs/notice.tsx'
import { Choice } from './choice.tsx'
import styles from './debug-menu.module.css'
import { DEFAULT_STAGE, GROUP_SIZES, type Stage, stageToday, TEST_ACTIONS } from './test-actions.ts'

/** Sets the player's day to any state, and runs actions that otherwise take a day and other players. */
export function DebugMenu({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [stage, setStage] = useState(DEFAULT_STAGE)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
  })
  const change = (part: Partial<Stage>) => setStage((before) => ({ ...before, ...part }))
  return (
    <Dialog title="Debug Menu" onClose={onClose}>
      <div className={styles.body}>
        {data && <Notice tone="green">{data}</Notice>}
        {error && (
          <Notice tone="red">
            {messageOf(error, 'The action failed. Is the server a reference server?')}
          </Notice>
        )}
        <div className={styles.menu}>
          <Choice
            label="Next turn type"
            value={stage.turnType}
            options={['random', 'drawing', 'guess']}
            onChange={(turnType) => change({ turnType })}
          />
          <Choice
            label="Game status"
            value={stage.gameStatus}
            options={['waiting', 'active', 'completed']}
            onChange={(gameStatus) => change({ gameStatus })}
          />
          <Choice
            label="Turn status"
            value={stage.turnStatus}
            options={['pending', 'playing', 'completed', 'skipped']}
            onChange={(turnStatus) => change({ turnStatus })}
          />
          <Choice
            label="Group membership"
            value={stage.inGroup ? 'in a group' : 'no group'}
            options={['in a group', 'no group']}
            onChange={(membership) => change({ inGroup: membership === 'in a group' })}
          />
          <Choice
            label="Group size"
            value={String(stage.groupSize)}
            options={GROUP_SIZES}
            onChange={(size) => change({ groupSize: Number(size) })}
          />
          <Choice
            label="Difficulty"
            value={stage.difficulty}
            options={['hard', 'easy']}
            onChange={(difficulty) => change({ difficulty })}
          />
        </div>
        <Button wide tone="primary" busy={isPending} onClick={() => mutate(() => stageToday(user, stage))}>
          Set the stage
        </Button>
        <h3 className={styles.title}>Test actions</h3>
        <div className="wrap gap-2">
          {TEST_ACTIONS.map(({ label, act }) => (
            <Button key={label} size="small" disabled={isPending} onClick={() => mutate(() => act(user))}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
