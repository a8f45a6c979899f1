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
