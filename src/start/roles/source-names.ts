// Resolves host names of stream sources, for validation and for the caster. Results are cached: a thousand rovers of
// one VRS engine cause one lookup.

import { Names } from '../../base/outgoing/names.ts'
import type { NameAddress } from '../../domain/network/source-address.ts'

const names = new Names({ timeoutMs: 3_000 })

/** Throws if the name does not resolve in time. */
export const addressesOf = (host: string): Promise<readonly NameAddress[]> => names.addressesOf(host)
