import type { User } from '../../../../../src/console/contract/people.ts'
import { Mark, type Tone } from '../../../parts/text/mark.tsx'
import { usePeopleWords } from '../words.ts'

type State = 'active' | 'invited' | 'disabled'
const TONES: Record<State, Tone> = { active: 'good', invited: 'poor', disabled: 'bad' }

export const userState = ({ disabled, hasPassword }: User): State =>
  disabled ? 'disabled' : hasPassword ? 'active' : 'invited'

export function UserMark({ user }: { user: User }) {
  const state = userState(user)
  return <Mark tone={TONES[state]} word={usePeopleWords().users.states[state]} />
}
