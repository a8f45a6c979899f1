import type { Order } from '../../../../src/http/console/contract/orders.ts'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { useOrderWords } from './words.ts'

const TONES: Record<Order['state'], Tone> = { pending: 'poor', paid: 'good', cancelled: 'unknown' }

/** A payment that could not be applied is more urgent than the state. */
export function OrderMark({ state, paymentProblem }: Pick<Order, 'state' | 'paymentProblem'>) {
  const words = useOrderWords()
  if (paymentProblem) return <Mark tone="bad" word={`${words.states[state]} · ${words.attention}`} />
  return <Mark tone={TONES[state]} word={words.states[state]} />
}
