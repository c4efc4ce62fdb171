import { lazy, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { joinPendingGroup } from '../../session/pending-group-code.ts'
import { useSession } from '../../session/session-store.ts'
import { Page } from '../../ui/page.tsx'
import { ChoiceStep } from './choice-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

/** The first step is there at once, this one while it is read. */
const fetchProfileStep = () => import('./profile-step.tsx')
const ProfileStep = lazy(fetchProfileStep)

/** For those who are new: what this is, who they are, with whom they play (spec section 2, Onboarding). */
export default function OnboardingScreen() {
  const navigate = useNavigate()
  const [step, setStep] = useState<'welcome' | 'profile' | 'choice'>('welcome')
  // Asked once: saving the profile completes the onboarding, and the choice is still to come.
  const [wasComplete] = useState(() => useSession.getState().hasCompletedOnboarding)
  useEffect(() => {
    fetchProfileStep().catch((error: unknown) => console.info('The next step did not load yet:', error))
  }, [])
  if (wasComplete) return <Navigate to={PATHS.home} replace />
  // Who came by an invitation has chosen already.
  const goOn = async () => {
    const invitedTo = await joinPendingGroup()
    if (invitedTo) await navigate(invitedTo)
    else setStep('choice')
  }
  return (
    <Page title="Welcome" heading={null} centred>
      {step === 'welcome' && <WelcomeStep onNext={() => setStep('profile')} />}
      {step === 'profile' && <ProfileStep onBack={() => setStep('welcome')} onSaved={goOn} />}
      {step === 'choice' && <ChoiceStep />}
    </Page>
  )
}
