// Reads what a rover was sent between two times. It is recorded in the audit log.
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { NOTHING_ALTERED } from '../../domain/network/mountpoints/alteration.ts'
import type { Converting } from '../../domain/network/mountpoints/conversion.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { mountAt } from '../../domain/sessions/access.ts'
import type { Sent, SessionRecord } from '../../domain/sessions/sent.ts'
import type { StationBook } from '../../store/current/current.ts'
import { findSessionRecord } from '../../store/sessions/record.ts'
import { type ActionContext, record } from '../context.ts'

export interface SentWindow {
  readonly from: Date
  readonly to: Date
}

export interface FoundSession extends Converting {
  readonly session: SessionRecord
}

/** Reads the archive, outside any transaction. */
export type SentRebuilder = (wish: FoundSession & SentWindow) => Promise<Sent>

export async function readSent(
  context: ActionContext & { readonly book: StationBook },
  within: OwnerScope,
  { id, from, to }: SentWindow & { readonly id: string },
  rebuild: SentRebuilder,
): Promise<Sent> {
  if (to <= from) throw invalid(wrong(['to'], 'end_before_start'))
  const session = await findSessionRecord(context.db, within, id)
  if (!session) throw new Refusal('past_session_not_found')
  const sent = await rebuild({ session, ...convertingOf(context.book, session), from, to })
  const { credentialId, ownerId, username, mountpoint } = session
  await record(context.db, context, {
    action: 'rover.bytes_read',
    ...(credentialId !== null && { subject: { kind: 'credential', id: credentialId } }),
    ...(ownerId !== null && { ownerId }),
    details: {
      ...{ session: id, username, mountpoint },
      ...{ from: from.toISOString(), to: to.toISOString(), bytes: sent.report.bytes },
    },
  })
  return sent
}

function convertingOf(book: StationBook, { mountpoint }: SessionRecord): Converting {
  const mount = mountAt(book.mounts, mountpoint)
  if (!mount) throw new Refusal('sent_mountpoint_gone', { name: mountpoint })
  if (mount.kind === 'network') {
    const { alteration, equipmentOfBases } = mount.network
    return { stationId: null, alteration, equipmentOfBases }
  }
  const { station, made } = mount
  return { stationId: station.id, alteration: made?.alteration ?? NOTHING_ALTERED, equipment: made?.equipment }
}
