// Builds the console's answers about credentials field by field, without secrets.

import type { Static } from 'typebox'
import {
  type CredentialSecrets,
  placeOf,
  shownUsername,
  viewAt,
  writtenOf,
} from '../../../domain/credentials/credential.ts'
import type { LineFault } from '../../../domain/credentials/imported.ts'
import type { CredentialJob } from '../../../domain/credentials/job.ts'
import type { CredentialTrouble } from '../../../domain/credentials/trouble.ts'
import { networkFor } from '../../../domain/network/mountpoints/network-mountpoint.ts'
import { isNetworkName } from '../../../domain/sessions/access.ts'
import { withoutSources } from '../../../domain/sessions/hidden-sources.ts'
import { noDataReason } from '../../../domain/sessions/no-data.ts'
import { sessionQualityOf } from '../../../domain/sessions/session-quality.ts'
import type { Activity as AccessActivity } from '../../../reads/explain-access.ts'
import type { JobOutcome } from '../../../store/credentials/jobs.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Session } from '../../../store/sessions/rows.ts'
import { linkOf } from '../../../wire/credentials/credential.ts'
import { rowFaultToWire } from '../../../wire/credentials/file.ts'
import { groupNameOf } from '../../../wire/stations/group.ts'
import type { Activity, Credential, RoverSession, Secrets } from '../contract/credentials/credentials.ts'
import type { Job, JobFailure } from '../contract/credentials/jobs.ts'

export function credentialAnswer(
  credential: ListedCredential,
  book: StationBook,
  now: Date,
): Static<typeof Credential> {
  const { byId, groups } = book
  const network = networkFor(credential.groupId, book)
  const station = credential.stationId === null ? null : (byId.get(credential.stationId) ?? null)
  return {
    id: credential.id,
    ownerId: credential.organisationId,
    ownerName: credential.ownerName,
    kind: credential.stationId === null ? 'network' : 'base',
    state: viewAt(credential, now),
    username: shownUsername(credential),
    host: network.casterHost,
    port: network.casterPort,
    mountpoint: station?.mountpoint ?? network.mountpoint,
    format: station?.format ?? network.format,
    datum: station?.datum ?? network.datum,
    stationId: credential.stationId,
    stationCode: station?.code ?? null,
    stationName: station?.name ?? null,
    groupId: credential.groupId,
    groupName: groupNameOf(credential.groupId, groups),
    ...writtenOf(credential),
    issuedAt: credential.issuedAt,
    startsAt: credential.startsAt,
    expiresAt: credential.expiresAt,
    revokedAt: credential.revokedAt,
    suspendedAt: credential.suspendedAt,
    reference: credential.reference,
    metadata: credential.metadata ?? {},
    maxSessions: credential.maxSessions,
    whenFull: credential.whenFull,
    place: placeOf(credential),
    fence: credential.geofence,
    connected: credential.connected,
    test: credential.isTest,
  }
}

/** Without parameters that name the source of a stream. */
export const troubleAnswer = (trouble: CredentialTrouble | undefined): CredentialTrouble | null => {
  if (trouble?.kind !== 'noted') return trouble ?? null
  return { kind: 'noted', note: withoutSources({ notes: [trouble.note] }).notes[0]! }
}

/** The password, and the customer's page, which shows the password too. */
export function handedOver(baseUrl: string, secrets: CredentialSecrets): Static<typeof Secrets> {
  const url = linkOf(baseUrl, secrets)
  return { password: secrets.password, url, pdf: `${url}.pdf` }
}

export const activityAnswer = (
  { findings, sessions, refusals }: AccessActivity,
  book: StationBook,
): Static<typeof Activity> => ({
  findings,
  sessions: sessions.map((session) => sessionAnswer(session, book)),
  refusals: refusals.map((refusal) => ({
    firstAt: refusal.firstAt,
    lastAt: refusal.lastAt,
    times: refusal.times,
    reason: refusal.reason,
    mountpoint: refusal.mountpoint,
    address: refusal.address,
    agent: refusal.agent,
  })),
})

export const sessionAnswer = (session: Session, { mounts }: StationBook): Static<typeof RoverSession> => ({
  id: session.id,
  mountpoint: session.mountpoint,
  startedAt: session.startedAt,
  endedAt: session.endedAt,
  endReason: session.endReason,
  bytes: session.bytes,
  address: session.address,
  agent: session.agent,
  positions: session.positions,
  fixedPositions: session.fixedPositions,
  ...sessionQualityOf(session),
  notes: session.notes,
  noData: noDataReason(session, (mountpoint) => isNetworkName(mounts, mountpoint)),
})

export const jobAnswer = (job: CredentialJob): Static<typeof Job> => ({
  id: job.id,
  kind: job.kind,
  ownerId: job.ownerId,
  ownerName: job.ownerName,
  by: job.actor,
  fileName: job.fileName,
  state: job.state,
  gathering: job.isGathering,
  total: job.total,
  issued: job.issued,
  failed: job.failed,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt,
})

export const failureAnswer = ({ line, credentialId, username, problems }: JobOutcome): Static<typeof JobFailure> => ({
  line,
  credentialId,
  username,
  problems: (problems as LineFault[]).map(rowFaultToWire),
})
