import { Alert, Anchor } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Credential, Issued, Secrets } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { ChangeDialog } from '../bulk/dialogs.tsx'
import type { ChangeKind } from '../bulk/target.ts'
import { customerPath } from '../customers/path.ts'
import { DeliveryPanel } from '../delivery/panel.tsx'
import { useCredentialWords } from '../words.ts'
import { Activity } from './activity.tsx'
import { Changes } from './changes.tsx'
import { ConnectionData } from './connection-data.tsx'
import { GeofenceOf } from './geofence.tsx'
import { CredentialHeader, titleOf } from './header.tsx'
import { RegisteredPlace } from './place.tsx'

const REFRESHED_MS = 10_000
const LIVE_MS = 2_000

/** `issued` if the credential was just issued and is to be handed over. */
export function CredentialDrawer({ id, issued }: { id: string; issued: Issued | null }) {
  const asked = useAnswer(at('/credentials/:id', { id }), {
    ...(issued && { initialData: { credential: issued } }),
    refetchInterval: REFRESHED_MS,
  })
  const found = asked.data?.credential
  return (
    <DetailDrawer title={found ? titleOf(found) : '…'} listPath="/credentials">
      <Answered asked={asked} quiet>
        {({ credential }) => <Opened key={credential.id} credential={credential} issued={issued} />}
      </Answered>
    </DetailDrawer>
  )
}

function Opened({ credential, issued }: { credential: Credential; issued: Issued | null }) {
  const mayChange = useMay('credentials.change')
  const [secrets, setSecrets] = useState<Secrets | null>(issued)
  const [kind, ask] = useState<ChangeKind | null>(null)
  const { id, state } = credential
  const activity = useAnswer(at('/credentials/:id/activity', { id }), { refetchInterval: REFRESHED_MS })
  // Revoked and expired credentials cannot connect, so their device is not watched.
  const isWatched = state === 'in_force' && credential.suspendedAt === null && !credential.test
  const live = useAnswer(at('/credentials/:id/live', { id }), { enabled: isWatched, refetchInterval: LIVE_MS })
  // The diagnosis explains the device's new state at once.
  const { refetch } = activity
  const device = live.data?.live.kind
  useEffect(() => {
    if (device) void refetch()
  }, [device, refetch])
  return (
    <>
      <CredentialHeader
        credential={credential}
        live={live.data?.live ?? null}
        findings={activity.data?.findings ?? []}
        isNew={issued !== null}
        actions={mayChange && <Changes credential={credential} ask={ask} onSecrets={setSecrets} />}
      />
      {kind && (
        <ChangeDialog asked={{ kind, target: { one: credential } }} onStarted={() => {}} onClose={() => ask(null)} />
      )}
      {issued && <IssuedNote />}
      <ConnectionData credential={credential} secrets={secrets} onSecrets={setSecrets} />
      <DeliveryPanel
        credential={credential}
        links={secrets}
        onLinks={(links) => setSecrets((known) => known && links && { ...known, ...links })}
      />
      <About credential={credential} />
      <Activity asked={activity} />
    </>
  )
}

function IssuedNote() {
  const words = useCredentialWords()
  return (
    <Alert
      color="teal"
      variant="light"
      icon={<IconCircleCheck aria-hidden />}
      title={words.issuedTitle}
      role="status"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {words.issuedHint}
    </Alert>
  )
}

function About({ credential }: { credential: Credential }) {
  const words = useCredentialWords()
  const { none, fence: area } = usePartWords()
  const { maxSessions, whenFull, suspendedAt, reference, metadata } = credential
  return (
    <Panel title={words.about}>
      <Facts
        facts={[
          [words.accessTo, accessText(credential, words)],
          [words.starts, <LogMoment key="starts" at={credential.startsAt} wraps />],
          [words.expires, <LogMoment key="expires" at={credential.expiresAt} wraps />],
          ...(suspendedAt ? [[words.suspendedAt, <LogMoment key="suspended" at={suspendedAt} wraps />] as const] : []),
          [words.customer, <CustomerLink key="customer" credential={credential} />],
          [words.label, credential.label === null ? none : <LabelLink key="label" label={credential.label} />],
          ...(reference === null ? [] : [[words.reference, reference] as const]),
          ...(Object.keys(metadata).length === 0 ? [] : [[words.metadata, pairsText(metadata)] as const]),
          [words.sessions, words.sessionsAllowed(maxSessions, words.whenFulls[whenFull])],
          ...(credential.kind === 'network'
            ? [[words.place, <RegisteredPlace key="place" credential={credential} />] as const]
            : []),
          [area.area, <GeofenceOf key="fence" credential={credential} />],
        ]}
      />
    </Panel>
  )
}

/** Links to the customer's page; test credentials have no customer page. */
function CustomerLink({ credential }: { credential: Credential }) {
  const { none } = usePartWords()
  const text = customerText(credential)
  if (!text || credential.test) return text || none
  return (
    <Anchor component={Link} href={customerPath(credential.ownerId, credential)} size="sm">
      {customerText(credential)}
    </Anchor>
  )
}

/** Links to all credentials with the same label. */
function LabelLink({ label }: { label: string }) {
  return (
    <Anchor component={Link} href={`/credentials?${new URLSearchParams({ label })}`} size="sm">
      {label}
    </Anchor>
  )
}

const accessText = (
  { stationCode, stationName, groupName }: Credential,
  words: ReturnType<typeof useCredentialWords>,
) => {
  if (stationCode !== null) return `${stationCode} · ${stationName}`
  return groupName === null ? words.wholeNetwork : words.ofGroup(groupName)
}
const pairsText = (pairs: Credential['metadata']) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')
const customerText = ({ customerName, customerEmail }: Credential) =>
  [customerName, customerEmail].filter(Boolean).join(' · ')
