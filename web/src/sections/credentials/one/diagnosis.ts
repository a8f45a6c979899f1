// What is wrong with a credential, or that it works: the most important finding, for the top of its page.
import type {
  AccessFinding,
  Credential,
  LiveDevice,
} from '../../../../../src/http/console/contract/credentials/credentials.ts'

export type Verdict =
  | 'test'
  | 'revoked'
  | 'expired'
  | 'suspended'
  | 'scheduled'
  | 'no_access'
  | 'works'
  | 'connecting'
  | 'trouble'
  | 'refused'
  | 'nothing_received'
  | 'ended'
  | 'never'

export const TONES: Record<Verdict, 'bad' | 'poor' | 'info' | 'good'> = {
  test: 'poor',
  revoked: 'info',
  expired: 'poor',
  suspended: 'poor',
  scheduled: 'info',
  no_access: 'bad',
  works: 'good',
  connecting: 'info',
  trouble: 'bad',
  refused: 'bad',
  nothing_received: 'bad',
  ended: 'info',
  never: 'info',
}

/** The parts of a finding that decide. */
interface Finding {
  readonly kind: AccessFinding['kind']
  readonly bytes?: number
  readonly note?: unknown
}

/** The last session ended without data, and its note says why. */
const receivedNothing = (findings: readonly Finding[]) =>
  findings.some(({ kind, bytes, note }) => kind === 'ended' && bytes === 0 && note)

type Known = Pick<Credential, 'test' | 'state' | 'suspendedAt'>

/** `null` while the device's state is unknown. */
export function verdictOf(
  { test, state, suspendedAt }: Known,
  live: LiveDevice | null,
  findings: readonly Finding[],
): Verdict | null {
  if (test) return 'test'
  if (state === 'revoked' || state === 'expired') return state
  if (suspendedAt !== null) return 'suspended'
  if (state === 'scheduled') return 'scheduled'
  if (findings.some(({ kind }) => kind === 'station_archived' || kind === 'group_gone')) return 'no_access'
  switch (live?.kind) {
    case undefined:
      return null
    case 'connected':
      if (live.trouble) return 'trouble'
      return live.flows ? 'works' : 'connecting'
    case 'ended':
      return live.trouble || receivedNothing(findings) ? 'nothing_received' : 'ended'
    default:
      return live!.kind
  }
}
