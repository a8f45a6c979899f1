import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import {
  certificateStateAt,
  isMeant,
  MOST_CERTIFICATES,
  provenSources,
  type StationCertificate,
} from '../../domain/stations/certificate.ts'
import type { Which } from '../../domain/stations/standby.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  deleteCertificate,
  deleteStandbyCertificates,
  findCertificateHolder,
  insertCertificate,
  listCertificatesOf,
  writeCertificateRequired,
} from '../../store/stations/certificates.ts'
import { readLock } from '../../store/stations/sources.ts'
import { type ActionContext, record } from '../context.ts'
import { lockActiveStation, lockStation, type StationRef } from './find.ts'
import { readCertificate } from './read-certificate.ts'

export interface CertificateInput {
  readonly pem: string
  readonly source: Which
}

/**
 * Registers a certificate for one source of one station. A certificate used by several stations could not identify the
 * station.
 */
export async function addCertificate(
  context: ActionContext,
  which: StationRef,
  { pem, source }: CertificateInput,
): Promise<StationCertificate> {
  const { now } = context
  const certificate: StationCertificate = { ...readCertificate(pem), source, addedAt: now }
  const { fingerprint, validUntil } = certificate
  if (certificateStateAt(certificate, now) === 'ended')
    throw invalid(wrong(['pem'], 'certificate_ended', { until: validUntil.toISOString() }))
  return context.db.transaction(async (tx) => {
    const { id, code } = await lockActiveStation(tx, which)
    const holder = await findCertificateHolder(tx, fingerprint)
    if (holder !== null) throw invalid(wrong(['pem'], 'certificate_taken', { code: holder }))
    if (source === 'backup' && !(await readLock(tx, id))?.backup)
      throw invalid(wrong(['source'], 'certificate_without_backup'))
    const known = (await listCertificatesOf(tx, id)).filter((one) => one.source === source)
    if (known.length >= MOST_CERTIFICATES)
      throw invalid(wrong(['pem'], 'certificates_full', { most: MOST_CERTIFICATES }))
    await insertCertificate(tx, id, certificate)
    await note(tx, context, 'station.certificate_added', { id, code }, certificate)
    return certificate
  })
}

/**
 * Disconnects a push that uses the certificate. `typed`: fingerprint or its prefix. The last valid certificate of a
 * station that requires one cannot be removed, so that the station is not locked out by accident. For an archived
 * station every certificate can, so that another station can use it.
 */
export function removeCertificate(
  context: ActionContext,
  which: StationRef,
  typed: string,
): Promise<StationCertificate> {
  return context.db.transaction(async (tx) => {
    const { id, code, archived } = await lockStation(tx, which)
    const known = await listCertificatesOf(tx, id)
    const [certificate, ...others] = known.filter((one) => isMeant(one, typed))
    if (!certificate || others.length > 0) throw invalid(wrong(['fingerprint'], 'certificate_not_registered'))
    if (!archived && (await readLock(tx, id))?.isCertificateRequired) {
      const remaining = known.filter((one) => one !== certificate)
      if (provenSources(known, context.now).size > provenSources(remaining, context.now).size)
        throw invalid(wrong(['fingerprint'], 'certificate_last'))
    }
    await deleteCertificate(tx, certificate.fingerprint)
    await note(tx, context, 'station.certificate_removed', { id, code }, certificate)
    return certificate
  })
}

/** Removes the certificates of a standby push that no longer exists. */
export async function dropStandbyCertificates(
  tx: Database,
  context: ActionContext,
  station: Pick<Station, 'id' | 'code'>,
): Promise<void> {
  for (const certificate of await deleteStandbyCertificates(tx, station.id))
    await note(tx, context, 'station.certificate_removed', station, certificate)
}

/**
 * Sets whether a certificate is required beside the password, or is an alternative. Requires that every pushing source
 * has a password and a valid certificate, so that the station is not locked out by accident.
 */
export function requireCertificate(context: ActionContext, which: StationRef, isRequired: boolean): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    if (isRequired) {
      const proven = provenSources(await listCertificatesOf(tx, id), context.now)
      if (!proven.has('first')) throw invalid(wrong(['required'], 'certificate_missing'))
      const lock = await readLock(tx, id)
      if (!lock?.first) throw invalid(wrong(['required'], 'push_password_missing'))
      if (lock.backup && !proven.has('backup')) throw invalid(wrong(['required'], 'certificate_missing_for_backup'))
    }
    await writeCertificateRequired(tx, id, isRequired)
    const subject = { kind: 'station', id } as const
    await record(tx, context, { action: 'station.certificate_rule_changed', subject, details: { code, isRequired } })
    return station
  })
}

const note = (
  tx: Database,
  context: ActionContext,
  action: 'station.certificate_added' | 'station.certificate_removed',
  { id, code }: Pick<Station, 'id' | 'code'>,
  { fingerprint, source, subject, validUntil }: StationCertificate,
) =>
  record(tx, context, {
    action,
    subject: { kind: 'station', id },
    details: { code, source, fingerprint, subject, validUntil: validUntil.toISOString() },
  })
