import { Mark, type Tone } from '../../parts/text/mark.tsx'
import type { CredentialState, Job } from './types.ts'
import { useCredentialWords } from './words.ts'

const TONES: Record<CredentialState, Tone> = {
  in_force: 'good',
  scheduled: 'poor',
  expired: 'unknown',
  revoked: 'bad',
}
const JOB_TONES: Record<Job['state'], Tone> = { running: 'poor', finished: 'good', stopped: 'bad' }

export function CredentialMark({ state }: { state: CredentialState }) {
  return <Mark tone={TONES[state]} word={useCredentialWords().states[state]} />
}

export function JobMark({ state }: Pick<Job, 'state'>) {
  return <Mark tone={JOB_TONES[state]} word={useCredentialWords().jobStates[state]} />
}
