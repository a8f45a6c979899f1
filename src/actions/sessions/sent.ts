// Reads what a rover was sent between two times. It is recorded in the audit log.
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { type Alteration, NOTHING_ALTERED } from '../../domain/network/mountpoints/alteration.ts'
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

export interface FoundSession {
  readonly session: SessionRecord
  readonly alteration: Alteration
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
  const sent = await rebuild({ session, alteration: alterationOf(context.book, session), from, to })
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

function alterationOf(book: StationBook, { mountpoint }: SessionRecord): Alteration {
  const mount = mountAt(book.mounts, mountpoint)
  if (!mount) throw new Refusal('sent_mountpoint_gone', { name: mountpoint })
  return mount.kind === 'station' ? (mount.made?.alteration ?? NOTHING_ALTERED) : NOTHING_ALTERED
}
