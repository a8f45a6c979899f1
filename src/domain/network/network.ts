// What describes the network as a whole; the operator sets it with `vertice network set`.

import type { Contact } from './contact.ts'

export interface Network extends Contact {
  readonly name: string
  readonly casterHost: string
  readonly casterPort: number
  readonly datum: string
  readonly format: string
  /** ISO 3166, three letters; of every station that has none of its own. */
  readonly country: string
  /** The mountpoint of `tipo: red` credentials. */
  readonly mountpoint: string
  /** The VRS engine behind the network mountpoint; null: none, and then `/vrs` never offers it. */
  readonly upstream: string | null
  /** It gave data when a caster last asked. */
  readonly engineAnswers: boolean
  readonly nearBaseKm: number
  readonly triangleSideKm: number
  readonly defaultRadiusKm: number
  /** The operator's own in the sourcetable; left out: there are none. */
  readonly tableLines?: readonly string[]
  /** What it is known by in the tables of other casters; left out: it says nothing of that. */
  readonly mark?: string
}
