// The addresses of the names that streams are fetched from, for whoever enters one and for the caster that calls it. Remembered for a
// while: a thousand rovers of one VRS engine ask once.

import { Names } from '../../base/outgoing/names.ts'
import type { NameAddress } from '../../domain/network/source-address.ts'

const names = new Names({ patienceMs: 3_000 })

/** Throws when there is none, or nobody answers in time. */
export const addressesOf = (host: string): Promise<readonly NameAddress[]> => names.addressesOf(host)
