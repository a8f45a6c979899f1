// Imports users of another caster, all or none, in one transaction. Idempotent.

import { mapInTurns } from '../../../base/running/turns.ts'
import { newLinkKey, sealCredential } from '../../../base/secrets/credential.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { metadataOf, registered, writtenOf } from '../../../domain/credentials/credential.ts'
import type { ImportedFile, ImportFormat } from '../../../domain/credentials/imported.ts'
import { normalizedUsername } from '../../../domain/sessions/admission.ts'
import { DEFAULT_LIMIT } from '../../../domain/sessions/limit.ts'
import { groupKey } from '../../../domain/stations/group.ts'
import { lockImports } from '../../../store/credentials/imported.ts'
import { insertUntakenOf, type RowInput, rowInput, takeCredentialIds } from '../../../store/credentials/writer.ts'
import type { Database } from '../../../store/kit/database.ts'
import { insertGroupAs, listGroups, setMembers, takeGroupId } from '../../../store/stations/groups.ts'
import { lockStations } from '../../../store/stations/rows.ts'
import { type NetworkContext, record } from '../../context.ts'
import { makeRoom } from '../../people/quotas.ts'
import { credentialEvent } from '../../webhooks/credential-event.ts'
import { type ImportOptions, type ImportPlan, type PlannedLine, planImport } from './plan.ts'

/** Rows per statement. */
const AT_ONCE = 1_000

export interface ImportWish {
  readonly ownerId: number
  readonly format: ImportFormat
  readonly fileName: string
  readonly file: ImportedFile
  readonly options: ImportOptions
  /** Skips invalid lines; if false, one invalid line prevents the import. */
  readonly leaveOutBad: boolean
  /** Whether to emit `credential.issued` for each credential. */
  readonly events: boolean
}

export interface Imported {
  readonly plan: ImportPlan
  readonly isDone: boolean
}

export function importCredentials(
  context: NetworkContext,
  wish: ImportWish,
  tell: (done: number, of: number) => void = () => {},
): Promise<Imported> {
  return context.db.transaction(async (tx) => {
    await lockImports(tx)
    const { ownerId, options, format, fileName: file } = wish
    const plan = await planImport({ ...context, db: tx }, ownerId, wish.file, options)
    const lines = plan.lines.filter(({ outcome }) => outcome === 'new')
    if (!plan.isClean && !wish.leaveOutBad) return { plan, isDone: false }
    if (lines.length === 0) return { plan, isDone: true }
    await makeRoom(tx, ownerId, { inForce: lines.length, issuedPerDay: lines.length }, context.now)
    for (const group of plan.newGroups) group.id = await takeGroupId(tx)
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      tell(from, lines.length)
      await write(tx, context, wish, lines.slice(from, from + AT_ONCE))
    }
    await makeGroups(tx, plan.newGroups, lines, context.now)
    const { new: credentials, unchanged, left_out, conflict, bad } = plan.counts
    const details = {
      format,
      file,
      credentials,
      unchanged,
      leftOut: left_out + conflict + bad,
      groups: plan.newGroups.map(({ name }) => name),
      events: wish.events,
    }
    await record(tx, context, {
      action: 'credentials.imported',
      subject: { kind: 'owner', id: ownerId },
      ownerId,
      details,
    })
    return { plan, isDone: true }
  })
}

/** Runs last: creating a group blocks all writes to stations, and inserting the credentials takes minutes. */
async function makeGroups(
  tx: Database,
  newGroups: ImportPlan['newGroups'],
  lines: readonly PlannedLine[],
  now: Date,
): Promise<void> {
  const used = new Set(lines.flatMap(({ opened }) => opened?.group ?? []))
  if (used.size === 0) return
  await lockStations(tx)
  const there = await listGroups(tx)
  // A group was created or removed meanwhile, so the plan is stale.
  const [ids, names] = [new Set(there.map(({ id }) => id)), new Set(there.map(({ name }) => groupKey(name)))]
  const made = new Set(newGroups.map(({ id }) => id))
  for (const { id, name } of used) {
    if (made.has(id) && names.has(groupKey(name))) throw new Refusal('group_exists', { name })
    if (!made.has(id) && !ids.has(id!)) throw new Refusal('group_not_found', { name })
  }
  for (const { id, name, stationIds } of newGroups) {
    await insertGroupAs(tx, id!, name, now)
    await setMembers(tx, id!, [...stationIds])
  }
}

async function write(
  tx: Database,
  context: NetworkContext,
  wish: ImportWish,
  lines: readonly PlannedLine[],
): Promise<void> {
  const ids = await takeCredentialIds(tx, lines.length)
  const rows = await mapInTurns(lines, (line, index) => rowOf(context, wish, line, ids[index]!))
  const taken = await insertUntakenOf(tx, rows)
  // One of the user names was issued meanwhile, so the plan is stale.
  if (taken.size > 0) throw new Refusal('username_taken')
}

function rowOf(
  { book, keys, now }: NetworkContext,
  { ownerId, events }: ImportWish,
  line: PlannedLine,
  id: number,
): RowInput {
  const { user, opened, startsAt, expiresAt, maxSessions } = line
  const username = normalizedUsername(user.username)
  const credential = {
    id,
    ownerId,
    tokenId: null,
    stationId: opened?.stationId ?? null,
    groupId: opened?.group?.id ?? null,
    username,
    givenUsername: username === user.username ? null : user.username,
    secret: sealCredential(keys, id, { password: user.password, linkKey: newLinkKey(id) }),
    ...writtenOf(user),
    reference: user.reference ?? null,
    metadata: metadataOf(user.metadata),
    geofence: user.fence ?? null,
    issuedAt: now,
    startsAt,
    expiresAt,
    revokedAt: null,
    suspendedAt: user.suspended ? now : null,
    maxSessions,
    whenFull: user.whenFull ?? DEFAULT_LIMIT.whenFull,
    ...registered(user.place),
    cuts: 0,
    isTest: false,
  }
  return rowInput(credential, events ? credentialEvent('credential.issued', { book, now }, credential) : null, null)
}
