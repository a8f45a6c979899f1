// A DNS lookup that runs when the connection is made, so that neither an unusual spelling of an address nor DNS
// rebinding bypasses the guard against private addresses.
import type { LookupFunction } from 'node:net'
import type { NameAddress } from '../../domain/network/source-address.ts'
import { UnresolvedName } from './names.ts'

export interface Reachable {
  /** Throws if the name does not resolve. */
  readonly addressesOf: (host: string) => Promise<readonly NameAddress[]>
  readonly mayReach: (address: string) => boolean
}

export class ForbiddenAddressError extends Error {
  readonly address: string

  constructor(address: string) {
    super(`${address} is not an address that we may call`)
    this.address = address
  }
}

/** All addresses of a name must be allowed; otherwise the connection fails. */
export const guardedLookup =
  ({ addressesOf, mayReach }: Reachable): LookupFunction =>
  (host, options, done) => {
    const answer = (addresses: readonly NameAddress[]) => {
      const bad = addresses.find(({ address }) => !mayReach(address))
      if (bad) return done(new ForbiddenAddressError(bad.address), '', 0)
      const [first] = addresses
      return options.all ? done(null, [...addresses]) : done(null, first!.address, first!.family)
    }
    addressesOf(host).then(answer, (cause) => done(new UnresolvedName(host, { cause }), '', 0))
  }
