// Description of the network as a whole, set with `vertice network set`.

import type { Contact } from './contact.ts'
import type { StoredFrame } from './frame.ts'

export interface Network extends Contact, StoredFrame {
  readonly name: string
  readonly casterHost: string
  readonly casterPort: number
  readonly format: string
  /** ISO 3166, three letters; default for stations without a country. */
  readonly country: string
  /** Mountpoint of `tipo: red` credentials. */
  readonly mountpoint: string
  /** VRS engine behind the network mountpoint; `null` if none, so that `/vrs` never offers the mountpoint. */
  readonly upstream: string | null
  /** True if the engine sent data when a caster last probed it. */
  readonly engineAnswers: boolean
  readonly nearBaseKm: number
  readonly triangleSideKm: number
  readonly defaultRadiusKm: number
  /** A network rover changes to a base that is nearer by this distance, after it was so for this time. */
  readonly switchNearerKm: number
  readonly switchAfterS: number
  readonly tableLines?: readonly string[]
  /** Identifies this network in the sourcetables of other casters, to detect loops. */
  readonly mark?: string
}
