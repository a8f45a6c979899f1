import type { Credential } from '../../../../src/console/contract/credentials.ts'
import type { Job } from '../../../../src/console/contract/issue-jobs.ts'
import { Mark, type Tone } from '../../parts/text/mark.tsx'
import { useCredentialWords } from './words.ts'

const TONES: Record<Credential['state'], Tone> = {
  in_force: 'good',
  scheduled: 'poor',
  expired: 'unknown',
  revoked: 'bad',
}
const JOB_TONES: Record<Job['state'], Tone> = { running: 'poor', finished: 'good', stopped: 'bad' }

export function CredentialMark({ state }: { state: Credential['state'] }) {
  return <Mark tone={TONES[state]} word={useCredentialWords().states[state]} />
}

export function JobMark({ state }: Pick<Job, 'state'>) {
  return <Mark tone={JOB_TONES[state]} word={useCredentialWords().jobStates[state]} />
}
