// Inserts rows directly into the database, as telemetry, the passing of time or another program would have left them.
import { randomBytes } from 'node:crypto'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import type { TestService } from './service.ts'

/** A condition for `pg_locks`: all test files share one server, and tables have the same oid in every test database. */
export const LOCKED_HERE = 'database = (select oid from pg_database where datname = current_database())'

export async function stationIdOf(service: TestService, code: string): Promise<number> {
  const { rows } = await service.db.pool.query('select id from stations where code = $1', [code])
  return rows[0].id
}

export interface Measurement {
  measuredAt: Date | string
  healthPct?: number
  latencyMs?: number | null
  satellites?: number
  byConstellation?: Record<string, number>
  positionOffsetM?: number | null
}

/** Replaces the newest measurement of a station. */
export async function measure(service: TestService, code: string, measurement: Measurement): Promise<void> {
  const { measuredAt, healthPct = 99.8, latencyMs = 312, satellites = 31 } = measurement
  const { byConstellation = {}, positionOffsetM = null } = measurement
  await service.db.pool.query(
    `insert into station_health (station_id, measured_at, health_pct, latency_ms, satellites, satellites_by_constellation, position_offset_m)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (station_id) do update set measured_at = excluded.measured_at, health_pct = excluded.health_pct,
       latency_ms = excluded.latency_ms, satellites = excluded.satellites,
       satellites_by_constellation = excluded.satellites_by_constellation, position_offset_m = excluded.position_offset_m`,
    [
      await stationIdOf(service, code),
      measuredAt,
      healthPct,
      latencyMs,
      satellites,
      JSON.stringify(byConstellation),
      positionOffsetM,
    ],
  )
}

export async function forgetMeasurement(service: TestService, code: string): Promise<void> {
  await service.db.pool.query('delete from station_health where station_id = $1', [await stationIdOf(service, code)])
}

export async function recordDay(
  service: TestService,
  code: string,
  day: string,
  {
    up = 0,
    down = 0,
    healthPct = null as number | null,
    latencyMs = null as number | null,
    satellites = null as number | null,
  },
): Promise<void> {
  await service.db.pool.query(
    `insert into station_days (station_id, day, minutes_up, minutes_down, health_pct, latency_ms, satellites)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [await stationIdOf(service, code), day, up, down, healthPct, latencyMs, satellites],
  )
}

export async function changeStation(
  service: TestService,
  code: string,
  change: Record<string, unknown>,
): Promise<void> {
  const assignments = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
  await service.db.pool.query(`update stations set ${assignments.join(', ')} where code = $1`, [
    code,
    ...Object.values(change),
  ])
}

export async function declareStatus(service: TestService, code: string, status: string): Promise<void> {
  await changeStation(service, code, { declared_status: status })
}

export async function archive(service: TestService, code: string): Promise<void> {
  await changeStation(service, code, { archived_at: new Date() })
}

export interface CredentialTimes {
  startsAt: Date
  expiresAt: Date
  revokedAt?: Date | null
  expiryNotedAt?: Date | null
}

/** Inserts credentials with any times, including ones that the API rejects. Returns their ids. */
export async function insertCredentials(
  service: TestService,
  ownerId: number,
  times: readonly CredentialTimes[],
): Promise<number[]> {
  const { keys, credentialWriter } = service.services
  const ids = times.length === 0 ? [] : await credentialWriter.takeIds(times.length)
  const rows = times.map(({ startsAt, expiresAt, revokedAt = null, expiryNotedAt = null }, index) => {
    const linkKey = randomBytes(12).toString('hex')
    const secret = keys.encrypt(JSON.stringify({ password: 'abcdefgh23456789', linkKey }), `credential:${ids[index]}`)
    return {
      id: ids[index],
      owner_id: ownerId,
      username: randomBytes(8).toString('hex'),
      secret: `\\x${secret.toString('hex')}`,
      issued_at: startsAt,
      starts_at: startsAt,
      expires_at: expiresAt,
      revoked_at: revokedAt,
      expiry_noted_at: expiryNotedAt,
    }
  })
  await service.db.pool.query(
    `insert into credentials (id, owner_id, username, secret, issued_at, starts_at, expires_at, revoked_at, expiry_noted_at)
     select id, owner_id, username, secret, issued_at, starts_at, expires_at, revoked_at, expiry_noted_at
     from json_populate_recordset(null::credentials, $1::json)`,
    [JSON.stringify(rows)],
  )
  return ids
}

export async function countCredentials(service: TestService): Promise<number> {
  const { rows } = await service.db.pool.query('select count(*)::int as count from credentials')
  return rows[0].count
}

/** Makes the database reject every new event while `work` runs, to show what shares the event's transaction. */
export async function refusingEvents<Result>(service: TestService, work: () => Promise<Result>): Promise<Result> {
  await service.db.pool.query('alter table events add constraint refused check (false) not valid')
  try {
    return await work()
  } finally {
    await service.db.pool.query('alter table events drop constraint refused')
  }
}

/** Inserts or updates a node whose last heartbeat is `seconds` in the future, or in the past if negative. */
export async function keepNode(
  { pool }: Pick<DatabasePool, 'pool'>,
  id: string,
  seconds = 3600,
  { role = 'caster', heardFor = 3600 } = {},
): Promise<void> {
  await pool.query(
    `insert into nodes (id, name, machine, roles, version, heard_since, seen_at)
     values ($1, $1, $1, array[$3], '0.0.0', now() - make_interval(secs => $4), now() + make_interval(secs => $2))
     on conflict (id) do update set heard_since = excluded.heard_since, seen_at = excluded.seen_at`,
    [id, seconds, role, heardFor],
  )
}

/** A node that has been reachable all the time. Without such a witness no other node is declared dead. */
export const keepWitness = (db: Pick<DatabasePool, 'pool'>) => keepNode(db, 'witness', 3600, { role: 'worker' })
