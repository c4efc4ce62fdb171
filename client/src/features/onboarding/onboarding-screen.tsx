import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { useSession } from '../../session/session-store.ts'
import { Book } from '../../ui/book.tsx'
import { Page } from '../../ui/page.tsx'
import { ChoiceStep } from './choice-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

/** For those who are new: what this is, who they are, with whom they play (spec section 2, Onboarding). */
export default function OnboardingScreen() {
  const [step, setStep] = useState<'welcome' | 'profile' | 'choice'>('welcome')
  // Asked once: saving the profile completes the onboarding, and the choice is still to come.
  const [wasComplete] = useState(() => useSession.getState().hasCompletedOnboarding)
  if (wasComplete) return <Navigate to={PATHS.home} replace />
  return (
    <Book>
      <Page title="Welcome" heading={null} centred>
        {step === 'welcome' && <WelcomeStep onNext={() => setStep('profile')} />}
        {step === 'profile' && (
          <ProfileStep onBack={() => setStep('welcome')} onSaved={() => setStep('choice')} />
        )}
        {step === 'choice' && <ChoiceStep />}
      </Page>
    </Book>
  )
}
