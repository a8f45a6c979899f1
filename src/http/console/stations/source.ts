import type { Static } from 'typebox'
import { certificateStateAt, fingerprintText, type StationCertificate } from '../../../domain/stations/certificate.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listCertificatesOf } from '../../../store/stations/certificates.ts'
import { findStationRecord, type StationRecord } from '../../../store/stations/details.ts'
import type { ShownCertificate, Source } from '../contract/stations/stations.ts'
import { idOf } from '../kit/ids.ts'

/** The source after a change. */
export const sourceReader = (db: Database, clock: () => Date) => async (typed: string) => {
  const id = idOf(typed)
  const record = (await findStationRecord(db, id))!
  return { source: sourceAnswer(record, await listCertificatesOf(db, id), clock()) }
}

/** Never contains the push secret or the password of a pull. */
export const sourceAnswer = (
  record: StationRecord,
  certificates: readonly StationCertificate[],
  now: Date,
): Static<typeof Source> => ({
  hasPushSecret: record.hasPushSecret,
  pullUrl: record.pullUrl,
  pullsWithLogin: record.pullsWithLogin,
  hasBackupSecret: record.hasStandbySecret,
  backupPullUrl: record.standbyPullUrl,
  backupStationId: record.fallbackStationId,
  upstreamId: record.upstreamId,
  upstreamName: record.upstreamName,
  upstreamMountpoint: record.upstreamName === null ? null : record.upstreamMountpoint,
  certificateRequired: record.certificateRequired,
  certificates: certificates.map((one) => certificateAnswer(one, now)),
})

const certificateAnswer = (certificate: StationCertificate, now: Date): Static<typeof ShownCertificate> => ({
  fingerprint: fingerprintText(certificate.fingerprint),
  source: certificate.source,
  subject: certificate.subject,
  validFrom: certificate.validFrom,
  validUntil: certificate.validUntil,
  addedAt: certificate.addedAt,
  state: certificateStateAt(certificate, now),
})
