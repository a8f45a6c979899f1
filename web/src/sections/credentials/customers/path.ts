import type { Customer } from '../../../../../src/http/console/contract/credentials/customers.ts'

/** Where all that is known of a customer stands: who they are is their e-mail address or, where there is none, their name. */
export const customerPath = (
  ownerId: number,
  { customerEmail, customerName }: { readonly customerEmail: string | null; readonly customerName: string | null },
): string => `/customers/${ownerId}/${encodeURIComponent((customerEmail || customerName || '').toLowerCase())}`

/** The same back. The router has decoded all but signs that part addresses; a per cent sign of a name stands there by itself. */
export function customerIn(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where another credential is issued for a customer: the form knows who it is for, and of which organization they are. */
export const issuePath = ({ ownerId, name, email }: Pick<Customer, 'ownerId' | 'name' | 'email'>): string =>
  `/credentials/new?${new URLSearchParams({
    forOwner: String(ownerId),
    ...(name && { forName: name }),
    ...(email && { forEmail: email }),
  })}`

/** The same back, in the names of the form. */
export const issuedFor = (known: URLSearchParams) => ({
  ownerId: Number(known.get('forOwner')) || null,
  customerName: known.get('forName') ?? '',
  customerEmail: known.get('forEmail') ?? '',
})
