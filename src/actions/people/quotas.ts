import { Refusal } from '../../domain/codes/refusal.ts'
import { type QuotaAmounts, type Quotas, Room } from '../../domain/people/quota.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { countUsed, lockQuotas, readQuotas, writeQuotas } from '../../store/people/quotas.ts'
import { type ActionContext, record } from '../context.ts'

/** Undefined quotas stay unchanged; `null` removes a limit. */
export function setQuotas(context: ActionContext, id: number, wish: Partial<Quotas>): Promise<Quotas> {
  return context.db.transaction(async (tx) => {
    await lockOwner(tx, id)
    const owner = await findOwner(tx, 'all', id)
    if (!owner) throw new Refusal('owner_not_found')
    const was = await readQuotas(tx, id)
    const quotas = { ...was, ...wish }
    await writeQuotas(tx, id, quotas)
    const details = { name: owner.name, quotas, was: { quotas: was } }
    await record(tx, context, { action: 'owner.changed', subject: { kind: 'owner', id }, ownerId: id, details })
    return quotas
  })
}

const COUNTED = ['inForce', 'issuedPerDay', 'mailsPerDay'] as const

/** Call in the transaction that writes. Returns `null` without counting if the owner has no quotas. */
export async function roomOf(tx: Database, ownerId: number, now: Date): Promise<Room | null> {
  const quotas = await lockQuotas(tx, ownerId)
  if (!quotas) return null
  const used: Record<string, number> = {}
  for (const quota of COUNTED) {
    const limit = quotas[quota]
    if (limit !== null) used[quota] = await countUsed(tx, ownerId, quota, now, limit)
  }
  return new Room(quotas, used)
}

/** Rejects a request that exceeds the owner's quotas. Call in the transaction that writes. */
export async function makeRoom(tx: Database, ownerId: number, wanted: QuotaAmounts, now: Date): Promise<void> {
  const over = (await roomOf(tx, ownerId, now))?.take(wanted)
  if (over) throw new Refusal('quota_exceeded', over)
}
