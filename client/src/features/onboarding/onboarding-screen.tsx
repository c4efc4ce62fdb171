import { useEffect, useReducer, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { joinPendingGroup } from '../../session/device/pending-group-code.ts'
import { isNewUser, useSession } from '../../session/session-store.ts'
import { loadScreen } from '../../ui/page/load-screen.ts'
import { Page } from '../../ui/page/page.tsx'
import { ChoiceStep } from './choice-step.tsx'
import type { Profile } from './profile-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

const ProfileStep = loadScreen(() => import('./profile-step.tsx'))

type Step = 'welcome' | 'profile' | 'choice'

/** For new players: introduction, profile, and choice of play (SCREENS.md, Start). */
export default function OnboardingScreen() {
  const navigate = useNavigate()
  const [step, goTo] = useStep()
  // Read once, because saving the profile completes the onboarding before the choice step.
  const [wasComplete] = useState(() => useSession.getState().hasCompletedOnboarding)
  // Stored here, so that it is preserved when the step changes.
  const [profile, changeProfile] = useReducer(withChange, undefined, knownProfile)
  // While the player reads the welcome step.
  useEffect(() => void ProfileStep.preload(), [])
  if (wasComplete) return <Navigate to={PATHS.home} replace />
  // An invited player skips the choice.
  const goOn = async () => {
    const invitedTo = await joinPendingGroup({ isNew: true })
    if (invitedTo) await navigate(invitedTo, { state: { joined: invitedTo === PATHS.group } })
    else goTo('choice')
  }
  return (
    <Page title="Welcome" heading={null} centred>
      {step === 'welcome' && <WelcomeStep onNext={() => goTo('profile')} />}
      {step === 'profile' && (
        <ProfileStep
          profile={profile}
          onChange={changeProfile}
          onBack={() => void navigate(-1)}
          onSaved={goOn}
        />
      )}
      {step === 'choice' && <ChoiceStep />}
    </Page>
  )
}

/** The step is stored in the history entry, so that the browser's Back button goes one step back. */
function useStep(): [Step, (step: Step) => void] {
  const navigate = useNavigate()
  const { state } = useLocation()
  const step: unknown = state?.step
  return [
    step === 'profile' || step === 'choice' ? step : 'welcome',
    (next) => void navigate(PATHS.onboarding, { state: { step: next } }),
  ]
}

function knownProfile(): Profile {
  const { user } = useSession.getState()
  return { username: user && !isNewUser(user) ? user.username : '', avatar: user?.avatar ?? null }
}

const withChange = (profile: Profile, change: Partial<Profile>): Profile => ({ ...profile, ...change })
