// The page that the identity provider redirects to, and the first page of a tab opened for single sign-on.
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { api } from '../service/api.ts'
import { type Done, type Purpose, tellOtherTabs } from '../session/provider.ts'
import { ME } from '../session/session.tsx'
import { useEntryWords } from '../words/common.ts'
import { EntryFrame } from './entry-frame.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export function SsoPage() {
  const [search] = useState(() => location.search.slice(1))
  const purpose = new URLSearchParams(search).get('begin') as Purpose | null
  return purpose ? <Leaving purpose={purpose} /> : <Coming answer={search} />
}

/** Never repeats the request: the provider's answer can be used only once. */
const ONCE = { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnMount: false } as const

function Leaving({ purpose }: { purpose: Purpose }) {
  const { sso: words } = useEntryWords()
  const { data, error } = useQuery({
    queryKey: ['sso', purpose],
    queryFn: () =>
      purpose === 'confirm' ? api.post('/account/confirm/begin') : api.post('/sso/begin', { inWindow: true }),
    ...ONCE,
  })
  useEffect(() => {
    if (data) location.replace(data.url)
  }, [data])
  return (
    <EntryFrame title={error ? words.failed : words.title}>{error ? <Failed error={error} /> : <Waiting />}</EntryFrame>
  )
}

function Coming({ answer }: { answer: string }) {
  const { sso: words, secondFactor } = useEntryWords()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [done, setDone] = useState<Done | null>(null)
  const { data, error } = useQuery({
    queryKey: ['sso', answer],
    queryFn: async () => {
      // Removes the provider's answer from the history and the address bar.
      history.replaceState(history.state, '', location.pathname)
      return api.post('/sso/finish', { answer })
    },
    ...ONCE,
  })
  const finish = async (as: Done) => {
    if (!data) return
    if (data.inWindow) {
      tellOtherTabs(as)
      setDone(as)
      window.close() // works only where the browser allows it
      return
    }
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
    await queries.resetQueries({ queryKey: ME })
    go(data.to, { replace: true })
  }
  const next = data?.next
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the answer arrives
  useEffect(() => {
    if (next === 'home' || next === 'confirmed') void finish(next)
  }, [next])
  if (done)
    return (
      <EntryFrame title={words.done[done]}>
        <Text size="sm">{words.closeThis}</Text>
      </EntryFrame>
    )
  if (next === 'second_factor')
    return (
      <EntryFrame title={secondFactor.title}>
        <SecondFactorForm onEntered={() => finish('home')} onBack={() => go('/', { replace: true })} />
      </EntryFrame>
    )
  return (
    <EntryFrame title={error ? words.failed : words.title}>{error ? <Failed error={error} /> : <Waiting />}</EntryFrame>
  )
}

function Failed({ error }: { error: Error }) {
  const { toLogin } = useEntryWords()
  return (
    <Stack>
      <ProblemPanel error={error} />
      <Anchor href="/console/">{toLogin}</Anchor>
    </Stack>
  )
}
