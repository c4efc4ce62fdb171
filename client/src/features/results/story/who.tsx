import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/players/avatar.tsx'
import { HouseMark } from '../../../ui/players/house-mark.tsx'
import { Name } from '../../../ui/players/name.tsx'
import styles from './who.module.css'

/** The player of the scene and their action. */
export const Who = ({ step, children }: { step: ChainStep; children: ReactNode }) => (
  <div className={styles.who}>
    <Avatar person={step} size={52} />
    <p>
      <strong className="display text-xl">
        <Name>{step.username}</Name>
      </strong>{' '}
      {step.house && (
        <>
          <HouseMark />{' '}
        </>
      )}
      <span>{children}</span>
    </p>
  </div>
)
