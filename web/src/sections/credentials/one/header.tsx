import { Loader } from '@mantine/core'
import type {
  AccessFinding,
  Credential,
  LiveDevice,
} from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { type Diagnosis, ObjectHeader } from '../../../parts/marks/object-header.tsx'
import { DayMoment } from '../../../parts/text/moment.tsx'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { noteText, useCodeWords } from '../../../words/codes.ts'
import { CredentialMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'
import { TONES, type Verdict, verdictOf } from './diagnosis.ts'
import { useFindingText } from './use-finding-text.ts'
import { useLiveText } from './use-live-text.ts'
import { useDeviceWords } from './words.ts'

/** The customer and the label, or the user name if there is neither. */
export const titleOf = ({ customerName, customerEmail, label, username }: Credential): string =>
  [customerName ?? customerEmail, label].filter(Boolean).join(' · ') || username

interface Props {
  readonly credential: Credential
  readonly live: LiveDevice | null
  readonly findings: readonly AccessFinding[]
  /** The credential was just issued: the page waits for its device. */
  readonly isNew: boolean
  readonly actions: React.ReactNode
}

export function CredentialHeader({ credential, live, findings, isNew, actions }: Props) {
  const words = useCredentialWords()
  const { username, ownerName, revokedAt, expiresAt, startsAt, state, connected } = credential
  return (
    <ObjectHeader
      state={<CredentialMark {...credential} />}
      subtitle={
        <>
          <span className="code">{username}</span> · {ownerName}
        </>
      }
      facts={[
        ...(state === 'scheduled' ? [[words.starts, <DayMoment key="starts" at={startsAt} />] as const] : []),
        revokedAt
          ? [words.revokedAt, <DayMoment key="revoked" at={revokedAt} />]
          : [words.expires, <DayMoment key="expires" at={expiresAt} />],
        [words.issuedAt, <DayMoment key="issued" at={credential.issuedAt} />],
        [words.connected, connected],
      ]}
      actions={actions}
      diagnosis={useDiagnosis({ credential, live, findings, isNew })}
    />
  )
}

function useDiagnosis({ credential, live, findings, isNew }: Omit<Props, 'actions'>): Diagnosis | null {
  const words = useCredentialWords()
  const device = useDeviceWords()
  const codes = useCodeWords()
  const textOf = useFindingText()
  const liveText = useLiveText()
  const verdict = verdictOf(credential, live, findings)
  if (verdict === null) return null
  const found = (...kinds: AccessFinding['kind'][]) => {
    const finding = findings.find(({ kind }) => kinds.includes(kind))
    return finding && textOf(finding)
  }
  /** The note alone: "No GGA: the rover has sent no position". */
  const noted = () => {
    const finding = findings.find((each) => each.kind === 'noted' || each.kind === 'ended')
    const note = finding && 'note' in finding ? finding.note : null
    return note && `${upperFirst(noteText(codes, note))}.`
  }
  const texts: Record<Verdict, Partial<Diagnosis>> = {
    test: { text: words.testMeans },
    revoked: { text: found('revoked') },
    expired: { text: found('expired') },
    suspended: { text: found('suspended') },
    scheduled: { text: found('not_started') },
    no_access: { text: found('station_archived', 'group_gone') },
    works: { title: liveText(live) },
    connecting: { title: liveText(live), text: <Waiting text={device.connectingHint} /> },
    trouble: { text: noted() },
    refused: { text: found('refused') },
    nothing_received: { text: noted() ?? found('ended') },
    ended: { text: found('ended') },
    never: isNew ? { title: device.waiting, text: <Waiting text={device.waitingHint} /> } : { text: device.neverHint },
  }
  return { tone: TONES[verdict], title: device.verdicts[verdict], ...texts[verdict] }
}

const Waiting = ({ text }: { text: string }) => (
  <>
    <Loader size={14} type="dots" mr={8} aria-hidden />
    {text}
  </>
)
