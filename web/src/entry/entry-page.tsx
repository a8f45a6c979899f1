// The pages before sign-in: the login, and the pages behind setup, invitation and password reset links.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Entered } from '../../../src/http/console/contract/people/people.ts'
import { forgetLive } from '../service/live.ts'
import { ME } from '../session/session.tsx'
import { useEntryWords } from '../words/common.ts'
import { EntryFrame } from './entry-frame.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SetupForm } from './setup-form.tsx'
import { WelcomeForm } from './welcome-form.tsx'

export function EntryPage({ way }: { way: 'login' | 'setup' | 'welcome' }) {
  const words = useEntryWords()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [needsCode, setNeedsCode] = useState(false)
  /** Shows the reset form, with this e-mail address filled in; `null` shows the login. */
  const [forgotten, setForgotten] = useState<string | null>(null)
  // The browser never sends the fragment (#) to a server. It is read once.
  const [token] = useState(() => location.hash.slice(1))
  const entered = async ({ next }: Entered) => {
    if (next === 'second_factor') return setNeedsCode(true)
    if (way !== 'login') go('/', { replace: true })
    // The user who signs in can differ from the user of the previous session.
    forgetLive()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
    await queries.resetQueries({ queryKey: ME })
  }
  const hasForgotten = way === 'login' && forgotten !== null
  const title = needsCode ? words.secondFactor.title : hasForgotten ? words.forgotten.title : words[way].title
  return (
    <EntryFrame title={title}>
      {needsCode ? (
        <SecondFactorForm onEntered={entered} onBack={() => setNeedsCode(false)} />
      ) : way === 'setup' ? (
        <SetupForm token={token} onEntered={entered} />
      ) : way === 'welcome' ? (
        <WelcomeForm token={token} onEntered={entered} />
      ) : hasForgotten ? (
        <ForgottenForm email={forgotten} onBack={() => setForgotten(null)} />
      ) : (
        <LoginForm onEntered={entered} onForgotten={setForgotten} />
      )}
    </EntryFrame>
  )
}
