import type { Incident } from '../../../../../src/http/console/contract/alerts/incidents.ts'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { useIncidentWords } from './words.ts'

const TONES: Record<Incident['impact'], Tone> = { degraded: 'poor', outage: 'bad', maintenance: 'planned' }

export function IncidentMark({ stage, impact }: Pick<Incident, 'stage' | 'impact'>) {
  const words = useIncidentWords()
  return <Mark tone={stage === 'resolved' ? 'good' : TONES[impact]} word={words.stages[stage]} />
}
