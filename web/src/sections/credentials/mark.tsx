import type { Credential } from '../../../../src/http/console/contract/credentials/credentials.ts'
import type { Job } from '../../../../src/http/console/contract/credentials/jobs.ts'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { useCredentialWords } from './words.ts'

const TONES: Record<Credential['state'], Tone> = {
  in_force: 'good',
  scheduled: 'poor',
  expired: 'unknown',
  revoked: 'bad',
}
const JOB_TONES: Record<Job['state'], Tone> = { running: 'poor', finished: 'good', stopped: 'bad' }

/** "Suspended" overrides the state, except for expired and revoked credentials. */
export function CredentialMark({ state, suspendedAt }: Pick<Credential, 'state' | 'suspendedAt'>) {
  const words = useCredentialWords()
  if (suspendedAt !== null && (state === 'in_force' || state === 'scheduled'))
    return <Mark tone="bad" word={words.suspended} />
  return <Mark tone={TONES[state]} word={words.states[state]} />
}

export function JobMark({ state }: Pick<Job, 'state'>) {
  return <Mark tone={JOB_TONES[state]} word={useCredentialWords().jobStates[state]} />
}
