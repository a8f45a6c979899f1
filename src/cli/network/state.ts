// State of an upstream caster in one line. Its sourcetable needs no login, so an answer does not prove that rovers get
// data.
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
  if (!answers) return `unavailable: ${error ? tableText(en, error) : 'not checked yet'}`
  const worst = failing.find(({ why }) => isLoginRefused(why)) ?? failing[0]
  if (!worst) return 'online'
  const { mountpoint, why } = worst
  const but = isLoginRefused(why) ? 'rejects the login' : 'sends no data'
  return `online, but ${but} (${mountpoint}: ${streamTroubleText(en, why)})`
}

/** Result of the test after saving. */
export function trialText(tried: Tried): string {
  if ('trouble' in tried) return `unavailable: ${tableText(en, tried.trouble)}`
  const { listed, offered, login } = tried
  const found = `its sourcetable lists ${listed} mountpoints; ${offered.length} are offered`
  if (login === null) return found
  const { mountpoint, why } = login
  if (why === null) return `${found}; ${mountpoint} opened with this login`
  const but = isLoginRefused(why) ? 'it rejects the login' : `${mountpoint} cannot be opened`
  return `${found}, but ${but}: ${streamTroubleText(en, why)}`
}
