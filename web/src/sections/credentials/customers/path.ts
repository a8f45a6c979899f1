import type { Customer } from '../../../../../src/http/console/contract/credentials/customers.ts'

/** Address of a customer's page. A customer is identified by e-mail address or, without one, by name. */
export const customerPath = (
  ownerId: number,
  { customerEmail, customerName }: { readonly customerEmail: string | null; readonly customerName: string | null },
): string => `/customers/${ownerId}/${encodeURIComponent((customerEmail || customerName || '').toLowerCase())}`

/** Reverses `customerPath`. The router has decoded all but reserved characters, so a name can contain a bare `%`. */
export function customerIn(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Address of the issue form, filled in for a customer. */
export const issuePath = ({ ownerId, name, email }: Pick<Customer, 'ownerId' | 'name' | 'email'>): string =>
  `/credentials/new?${new URLSearchParams({
    forOwner: String(ownerId),
    ...(name && { forName: name }),
    ...(email && { forEmail: email }),
  })}`

/** Reverses `issuePath`, with the form's field names. */
export const issuedFor = (known: URLSearchParams) => ({
  ownerId: Number(known.get('forOwner')) || null,
  customerName: known.get('forName') ?? '',
  customerEmail: known.get('forEmail') ?? '',
})
