import type { RinexOrder } from '../../../../../../src/http/console/contract/stations/rinex.ts'
import { Mark, type Tone } from '../../../../parts/marks/mark.tsx'
import { useArchiveWords } from '../words.ts'

const TONES: Record<RinexOrder['state'], Tone> = { pending: 'poor', ready: 'good', failed: 'bad', expired: 'unknown' }

export function RinexMark({ state }: Pick<RinexOrder, 'state'>) {
  const words = useArchiveWords()
  return <Mark tone={TONES[state]} word={words.states[state]} />
}
