import { Alert, Anchor } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Credential, Issued, Secrets } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { usePartWords } from '../../../words/common.ts'
import { customerPath } from '../customers/path.ts'
import { DeliveryPanel } from '../delivery/panel.tsx'
import { CredentialMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'
import { Activity } from './activity.tsx'
import { Changes } from './changes.tsx'
import { ConnectionData } from './connection-data.tsx'
import { GeofenceOf } from './geofence.tsx'
import { RegisteredPlace } from './place.tsx'

const REFRESHED_MS = 10_000

/** `issued` if the credential was just issued and is to be handed over. */
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
      {credential.test && (
        <Alert color="orange" variant="light" title={words.testTitle}>
          {words.testMeans}
        </Alert>
      )}
      <ConnectionData credential={credential} secrets={secrets} onSecrets={setSecrets} />
      <DeliveryPanel
        credential={credential}
        links={secrets}
        onLinks={(links) => setSecrets((known) => known && links && { ...known, ...links })}
      />
      <About credential={credential} onSecrets={setSecrets} />
      <Activity id={credential.id} />
    </>
  )
}

function About({ credential, onSecrets }: { credential: Credential; onSecrets: (secrets: Secrets) => void }) {
  const words = useCredentialWords()
  const { none, fence: area } = usePartWords()
  const { maxSessions, whenFull, revokedAt, suspendedAt, reference, metadata } = credential
  return (
    <Panel title={words.about}>
      <Facts
        facts={[
          [words.state, <CredentialMark key="state" {...credential} />],
          [words.starts, <Moment key="starts" at={credential.startsAt} />],
          revokedAt
            ? [words.revokedAt, <Moment key="revoked" at={revokedAt} />]
            : [words.expires, <Moment key="expires" at={credential.expiresAt} />],
          ...(suspendedAt ? [[words.suspendedAt, <Moment key="suspended" at={suspendedAt} />] as const] : []),
          [words.accessTo, accessText(credential, words)],
          [words.customer, <CustomerLink key="customer" credential={credential} />],
          [words.label, credential.label === null ? none : <LabelLink key="label" label={credential.label} />],
          ...(reference === null ? [] : [[words.reference, reference] as const]),
          ...(Object.keys(metadata).length === 0 ? [] : [[words.metadata, pairsText(metadata)] as const]),
          [words.owner, credential.ownerName],
          [words.sessions, words.sessionsAllowed(maxSessions, words.whenFulls[whenFull])],
          [words.connected, credential.connected],
          ...(credential.kind === 'network'
            ? [[words.place, <RegisteredPlace key="place" credential={credential} />] as const]
            : []),
          [area.area, <GeofenceOf key="fence" credential={credential} />],
          [words.issuedAt, <Moment key="issued" at={credential.issuedAt} />],
        ]}
      />
      <Changes credential={credential} onSecrets={onSecrets} />
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
