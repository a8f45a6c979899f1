import { Mark, type Tone } from '../../../parts/text/mark.tsx'
import type { userState } from '../types.ts'
import { usePeopleWords } from '../words.ts'

type State = ReturnType<typeof userState>
const TONES: Record<State, Tone> = { active: 'good', invited: 'poor', disabled: 'bad' }

export function UserMark({ state }: { state: State }) {
  return <Mark tone={TONES[state]} word={usePeopleWords().users.states[state]} />
}
