import { type FieldFault, wrong } from '../../codes/fault.ts'
import { isMountpoint, stationErrors } from '../../stations/input.ts'
import { parseSourceAddress, withLogin } from '../source-address.ts'
import type { OfferSettings } from './upstream.ts'

/** Undefined fields stay unchanged. */
export type OfferChange = Partial<OfferSettings> & {
  /** Login for this mountpoint; `null` uses the upstream caster's. */
  readonly account?: { readonly user: string; readonly password: string } | null
}

export const loginOf = ({ user, password }: { readonly user: string; readonly password: string }): string =>
  `${encodeURIComponent(user)}:${encodeURIComponent(password)}`

export function offerFaults({ name, position, account }: OfferChange): FieldFault[] {
  const faults: FieldFault[] = []
  if (name != null && !isMountpoint(name)) faults.push(wrong(['name'], 'mountpoint_form'))
  if (position)
    faults.push(
      ...stationErrors({ code: 'X', ...position })
        .filter(({ path }) => path[0] === 'lat' || path[0] === 'lng')
        .map((found) => ({ ...found, path: ['position', ...found.path] })),
    )
  if (account && !isAccount(account)) faults.push(wrong(['account'], 'account_form'))
  return faults
}

/** In HTTP Basic authentication a colon ends the user name, and a line end ends the header. */
const isAccount = ({ user, password }: { readonly user: string; readonly password: string }) =>
  user !== '' &&
  !user.includes(':') &&
  parseSourceAddress(withLogin('ntrip://host/M', loginOf({ user, password })))?.credentials != null
