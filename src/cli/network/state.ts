// How a caster that this one stands before is, in a line. Its sourcetable needs no login: that it answers says nothing of what rovers get.
import type { Tried } from '../../actions/network/upstreams/try.ts'
import type { StreamLoss } from '../../domain/network/source-address.ts'
import { isLoginRefused } from '../../domain/network/upstreams/upstream.ts'
import type { UpstreamCaster } from '../../store/network/upstreams/rows.ts'
import { en } from '../../words/en.ts'
import { streamTroubleText, tableText } from '../../words/network.ts'

export interface Failing {
  readonly mountpoint: string
  readonly why: StreamLoss
}

export function stateOf({ answers, error }: Pick<UpstreamCaster, 'answers' | 'error'>, failing: readonly Failing[]) {
  if (!answers) return `does not answer: ${error ? tableText(en, error) : 'not asked yet'}`
  const worst = failing.find(({ why }) => isLoginRefused(why)) ?? failing[0]
  if (!worst) return 'answers'
  const { mountpoint, why } = worst
  const but = isLoginRefused(why) ? 'refuses the login' : 'gives no data'
  return `answers, but ${but} (${mountpoint}: ${streamTroubleText(en, why)})`
}

/** What came of trying it, for who has just saved it. */
export function trialText(tried: Tried): string {
  if ('trouble' in tried) return `it does not answer: ${tableText(en, tried.trouble)}`
  const { listed, offered, login } = tried
  const found = `its sourcetable lists ${listed}, of which ${offered.length} are offered`
  if (login === null) return found
  const { mountpoint, why } = login
  if (why === null) return `${found}; ${mountpoint} opened with this login`
  const but = isLoginRefused(why) ? 'it refuses the login' : `${mountpoint} does not open`
  return `${found}, but ${but}: ${streamTroubleText(en, why)}`
}
