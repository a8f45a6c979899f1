// Credentials and what goes with them as the console's routes answer: field by field, without secrets.

import type { Static } from 'typebox'
import {
  type CredentialTimes,
  type CredentialView,
  inForceAt,
  placeOf,
  stateAt,
  textsOf,
} from '../../domain/credentials/credential.ts'
import type { IssueJob } from '../../domain/credentials/issue-job.ts'
import { feltOf } from '../../domain/sessions/felt.ts'
import type { Activity as AccessActivity } from '../../reads/explain-access.ts'
import type { JobOutcome } from '../../store/credentials/issue-jobs.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Activity, Credential } from '../contract/credentials.ts'
import type { Job, JobFailure, RowProblem } from '../contract/issue-jobs.ts'

const viewOf = (times: CredentialTimes, now: Date): CredentialView => {
  const state = stateAt(times, now)
  return state !== 'active' ? state : inForceAt(times, now) ? 'in_force' : 'scheduled'
}

export function credentialAnswer(
  credential: ListedCredential,
  { network, byId }: StationBook,
  now: Date,
): Static<typeof Credential> {
  const station = credential.stationId === null ? null : (byId.get(credential.stationId) ?? null)
  return {
    id: credential.id,
    ownerId: credential.ownerId,
    ownerName: credential.ownerName,
    kind: credential.stationId === null ? 'network' : 'base',
    state: viewOf(credential, now),
    username: credential.username,
    host: network.casterHost,
    port: network.casterPort,
    mountpoint: station?.mountpoint ?? network.mountpoint,
    format: station?.format ?? network.format,
    datum: station?.datum ?? network.datum,
    stationId: credential.stationId,
    stationCode: station?.code ?? null,
    stationName: station?.name ?? null,
    ...textsOf(credential),
    issuedAt: credential.issuedAt,
    startsAt: credential.startsAt,
    expiresAt: credential.expiresAt,
    revokedAt: credential.revokedAt,
    maxSessions: credential.maxSessions,
    whenFull: credential.whenFull,
    place: placeOf(credential),
    connected: credential.connected,
  }
}

export const activityAnswer = ({ findings, sessions, refusals }: AccessActivity): Static<typeof Activity> => ({
  findings,
  sessions: sessions.map((session) => ({
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
    ...feltOf(session),
    notes: session.notes,
  })),
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

export const jobAnswer = (job: IssueJob): Static<typeof Job> => ({
  id: job.id,
  ownerId: job.ownerId,
  ownerName: job.ownerName,
  by: job.actor,
  fileName: job.fileName,
  state: job.state,
  total: job.total,
  issued: job.issued,
  failed: job.failed,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt,
})

export const failureAnswer = ({ line, problems }: JobOutcome): Static<typeof JobFailure> => ({
  line,
  problems: problems as Static<typeof RowProblem>[],
})
