import type { Token } from '../../../../../src/http/console/contract/people/tokens.ts'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { useTokenWords } from './words.ts'

const TONES: Record<Token['state'], Tone> = { valid: 'good', expired: 'unknown', revoked: 'bad' }

export function TokenMark({ state }: Pick<Token, 'state'>) {
  return <Mark tone={TONES[state]} word={useTokenWords().states[state]} />
}
