import { Alert, Anchor } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Credential, Issued, Secrets } from '../../../../src/console/contract/credentials.ts'
import { useAnswer, useRenew } from '../../answers.ts'
import { api, at } from '../../api.ts'
import { Answered } from '../../parts/answered.tsx'
import { DestroyButton } from '../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session.tsx'
import { usePartWords } from '../../words/common.ts'
import { HandoverPanel } from '../handover/panel.tsx'
import { Activity } from './activity.tsx'
import { ConnectionData } from './connection-data.tsx'
import { CredentialMark } from './mark.tsx'
import { RegisteredPlace } from './place.tsx'
import { useCredentialWords } from './words.ts'

const REFRESHED_MS = 10_000

/** `issued`: it was made a moment ago, and is there to be handed over. */
export function CredentialDrawer({ id, issued }: { id: string; issued: Issued | null }) {
  const asked = useAnswer(at('/credentials/:id', { id }), {
    ...(issued && { initialData: { credential: issued } }),
    refetchInterval: REFRESHED_MS,
  })
  return (
    <DetailDrawer title={<span className="code">{asked.data?.credential.username ?? id}</span>} listPath="/credentials">
      <Answered asked={asked} quiet>
        {({ credential }) => <Opened key={credential.id} credential={credential} issued={issued} />}
      </Answered>
    </DetailDrawer>
  )
}

function Opened({ credential, issued }: { credential: Credential; issued: Issued | null }) {
  const words = useCredentialWords()
  const [secrets, setSecrets] = useState<Secrets | null>(issued)
  return (
    <>
      {issued && (
        <Alert
          color="teal"
          variant="light"
          icon={<IconCircleCheck aria-hidden />}
          title={words.issuedTitle}
          role="status"
        >
          {words.issuedHint}
        </Alert>
      )}
      <ConnectionData credential={credential} secrets={secrets} onSecrets={setSecrets} />
      <HandoverPanel
        credential={credential}
        links={secrets}
        onLinks={(links) => setSecrets((known) => known && links && { ...known, ...links })}
      />
      <About credential={credential} />
      <Activity id={credential.id} />
    </>
  )
}

function About({ credential }: { credential: Credential }) {
  const words = useCredentialWords()
  const { none } = usePartWords()
  const { maxSessions, whenFull, revokedAt } = credential
  return (
    <Panel title={words.about}>
      <Facts
        facts={[
          [words.state, <CredentialMark key="state" state={credential.state} />],
          [words.starts, <Moment key="starts" at={credential.startsAt} />],
          [words.expires, <Moment key="expires" at={credential.expiresAt} />],
          ...(revokedAt ? [[words.revokedAt, <Moment key="revoked" at={revokedAt} />] as const] : []),
          [words.station, stationText(credential) ?? words.network],
          [words.customer, customerText(credential) || none],
          [words.label, credential.label === null ? none : <LabelLink key="label" label={credential.label} />],
          [words.owner, credential.ownerName],
          [words.sessions, words.sessionsAllowed(maxSessions, words.whenFulls[whenFull])],
          [words.connected, credential.connected],
          ...(credential.kind === 'network'
            ? [[words.place, <RegisteredPlace key="place" credential={credential} />] as const]
            : []),
          [words.issuedAt, <Moment key="issued" at={credential.issuedAt} />],
        ]}
      />
      <Revoke credential={credential} />
    </Panel>
  )
}

/** To all that have the same. */
function LabelLink({ label }: { label: string }) {
  return (
    <Anchor component={Link} href={`/credentials?${new URLSearchParams({ label })}`} size="sm">
      {label}
    </Anchor>
  )
}

const stationText = ({ stationCode, stationName }: Credential) => stationCode && `${stationCode} · ${stationName}`
const customerText = ({ customerName, customerEmail }: Credential) =>
  [customerName, customerEmail].filter(Boolean).join(' · ')

function Revoke({ credential }: { credential: Credential }) {
  const words = useCredentialWords()
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  const { id, username, state, connected, customerName, label } = credential
  if (!mayChange || state === 'expired' || state === 'revoked') return null
  const name = [username, customerName ?? label].filter(Boolean).join(' · ')
  const revoke = async () => {
    await api.delete(at('/credentials/:id', { id }))
    notify(words.revoked(username))
    await renew('/credentials')
  }
  return (
    <DestroyButton
      action={words.revoke}
      title={words.revokeTitle(name)}
      consequence={words.revokeConsequence(connected)}
      onConfirm={revoke}
    />
  )
}
