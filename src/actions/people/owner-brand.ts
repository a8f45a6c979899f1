// The brand that the customers of an organization see. Only the operator changes it: pages and mails use the operator's
// domain, so a tenant must not choose their name.
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { isColour } from '../../domain/delivery/accent.ts'
import { hashOfLogo, type Logo, type OwnerBrand } from '../../domain/delivery/brand.ts'
import { isPrintable } from '../../domain/text/printable.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwnerBrand, writeOwnerBrand, writeOwnerLogo } from '../../store/people/owner-brands.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { type ActionContext, record } from '../context.ts'

/** Undefined fields stay unchanged; `null` uses the network's. */
export type OwnerBrandChange = Partial<Omit<OwnerBrand, 'logoHash'>>

export async function setOwnerBrand(context: ActionContext, ownerId: number, change: OwnerBrandChange): Promise<void> {
  const { name, accent } = change
  if (name != null && !isPrintable(name)) throw invalid(wrong(['name'], 'control_characters'))
  if (accent != null && !isColour(accent)) throw invalid(wrong(['accent'], 'colour_form'))
  await changed(context, ownerId, async (tx) => {
    const before = await findOwnerBrand(tx, ownerId)
    const wanted = { ...before, ...change }
    const next = { name: wanted.name, accent: wanted.accent?.toLowerCase() ?? null }
    await writeOwnerBrand(tx, ownerId, next)
    return { brand: next, was: { brand: { name: before.name, accent: before.accent } } }
  })
}

/** `null` removes the logo. */
export const setOwnerLogo = (context: ActionContext, ownerId: number, logo: Logo | null): Promise<void> =>
  changed(context, ownerId, async (tx) => {
    await writeOwnerLogo(tx, ownerId, logo && { ...logo, hash: hashOfLogo(logo) })
    return { logo: logo && { kind: logo.kind, bytes: logo.content.length } }
  })

function changed(
  context: ActionContext,
  ownerId: number,
  change: (tx: Database) => Promise<Record<string, unknown>>,
): Promise<void> {
  return context.db.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    const owner = await findOwner(tx, 'all', ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const details = { name: owner.name, ...(await change(tx)) }
    await record(tx, context, { action: 'owner.changed', subject: { kind: 'owner', id: ownerId }, ownerId, details })
  })
}
