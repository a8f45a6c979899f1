// The target of an action: one credential, the selected ones, or all that match the filters.
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { BodyOf } from '../../../../../src/http/console/contract/routes.ts'
import { api } from '../../../service/api.ts'
import type { Matching } from './matching.ts'

export type ChangeKind = BodyOf<'POST /credentials/jobs/change'>['kind']

export interface Many {
  readonly which: { readonly ids: readonly number[] } | { readonly matching: Matching }
  readonly count: number
  /** True if the service stopped counting at `count`. */
  readonly more: boolean
  /** Rovers that are connected with these credentials now. */
  readonly connected: number
  /** The credentials, if they were selected one by one; `null` for all that match the filters. */
  readonly chosen: readonly Credential[] | null
  /** Among them. */
  readonly revoked: number
  readonly expired: number
  /** The first few user names. */
  readonly names: readonly string[]
}

export type Target = { readonly one: Credential } | { readonly many: Many }

const NAMED = 10

export const isOver = ({ state }: Credential) => state === 'expired' || state === 'revoked'

export const manyOf = (chosen: readonly Credential[]): Many => ({
  which: { ids: chosen.map(({ id }) => id) },
  count: chosen.length,
  more: false,
  connected: chosen.reduce((sum, { connected }) => sum + connected, 0),
  chosen,
  revoked: chosen.filter(({ state }) => state === 'revoked').length,
  expired: chosen.filter(({ state }) => state === 'expired').length,
  names: chosen.slice(0, NAMED).map(({ username }) => username),
})

type ChangeParameters = Omit<BodyOf<'POST /credentials/jobs/change'>, 'key' | 'ids' | 'matching'>

/** `key` identifies the attempt: a repeated request returns the same job. */
export const startChange = ({ which }: Many, key: string, parameters: ChangeParameters) =>
  api.post('/credentials/jobs/change', {
    key,
    ...parameters,
    ...('ids' in which ? { ids: [...which.ids] } : { matching: which.matching }),
  })
