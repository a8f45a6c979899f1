import { type Certificate, ENDING_MS, type StationCertificate } from '../../domain/stations/certificate.ts'
import { type Database, first, statement } from '../kit/database.ts'

type OfStation = Certificate & { readonly stationId: number }

export const listCertificates = (db: Database) =>
  db.query<OfStation>(
    statement(
      'certificates',
      `select station_id as "stationId", fingerprint, source, valid_from as "validFrom", valid_until as "validUntil"
       from station_certificates c join stations s on s.id = c.station_id where archived_at is null`,
    ),
  )

export const listRequiringCertificates = (db: Database) =>
  db.query<{ readonly stationId: number }>(
    statement(
      'certificates-required',
      `select id as "stationId" from stations where certificate_required and archived_at is null`,
    ),
  )

const WHOLE = `fingerprint, source, subject, valid_from as "validFrom", valid_until as "validUntil", added_at as "addedAt"`

/** The primary source's certificates first, oldest first. */
export const listCertificatesOf = (db: Database, stationId: number) =>
  db.query<StationCertificate>(
    statement(
      'certificates-of-station',
      `select ${WHOLE} from station_certificates where station_id = $1 order by source desc, added_at, fingerprint`,
    ),
    [stationId],
  )

/** Code of the station, which may be archived; `null` if the certificate is unknown. */
export async function findCertificateHolder(db: Database, fingerprint: string): Promise<string | null> {
  const select = `select code from station_certificates c join stations s on s.id = c.station_id where fingerprint = $1`
  return (await first<{ code: string }>(db, statement('certificate-holder', select), [fingerprint]))?.code ?? null
}

export const insertCertificate = (db: Database, stationId: number, certificate: StationCertificate) =>
  db.query(
    statement(
      'certificate-insert',
      `insert into station_certificates (station_id, fingerprint, source, subject, valid_from, valid_until, added_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
    ),
    [
      stationId,
      certificate.fingerprint,
      certificate.source,
      certificate.subject,
      certificate.validFrom,
      certificate.validUntil,
      certificate.addedAt,
    ],
  )

export const deleteCertificate = (db: Database, fingerprint: string) =>
  db.query(statement('certificate-delete', 'delete from station_certificates where fingerprint = $1'), [fingerprint])

export const deleteStandbyCertificates = (db: Database, stationId: number) =>
  db.query<StationCertificate>(
    statement(
      'certificates-delete-backup',
      `delete from station_certificates where station_id = $1 and source = 'backup' returning ${WHOLE}`,
    ),
    [stationId],
  )

export const writeCertificateRequired = (db: Database, stationId: number, isRequired: boolean) =>
  db.query(statement('certificate-required-set', 'update stations set certificate_required = $2 where id = $1'), [
    stationId,
    isRequired,
  ])

export interface EndingCertificate {
  readonly stationId: number
  readonly code: string
  readonly validUntil: Date
}

/** Earliest expiring or expired certificate of each station, unless its source has a successor valid by then. */
export const listEndingCertificates = (db: Database, now: Date) =>
  db.query<EndingCertificate>(
    statement(
      'certificates-ending',
      `select s.id as "stationId", s.code, min(c.valid_until) as "validUntil"
       from station_certificates c join stations s on s.id = c.station_id
       where s.archived_at is null and c.valid_until < $2 and not exists (
         select from station_certificates next where next.station_id = c.station_id and next.source = c.source
         and next.valid_until > c.valid_until and next.valid_from <= greatest(c.valid_until, $1))
       group by s.id, s.code order by s.code`,
    ),
    [now, new Date(now.getTime() + ENDING_MS)],
  )
