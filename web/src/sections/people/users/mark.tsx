import type { User } from '../../../../../src/http/console/contract/people/people.ts'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { usePeopleWords } from '../words.ts'

type State = 'active' | 'invited' | 'disabled'
const TONES: Record<State, Tone> = { active: 'good', invited: 'poor', disabled: 'bad' }

export const userState = ({ disabled, hasPassword, byProvider }: User): State =>
  disabled ? 'disabled' : hasPassword || byProvider ? 'active' : 'invited'

/** How the user signs in. */
export const wayOf = ({ byProvider, hasPassword }: User) =>
  byProvider ? (hasPassword ? 'both' : 'provider') : ('password' as const)

export function UserMark({ user }: { user: User }) {
  const state = userState(user)
  return <Mark tone={TONES[state]} word={usePeopleWords().users.states[state]} />
}
