// Sessions as a caster would have recorded them.
import { randomBytes } from 'node:crypto'
import { insertCredentials, keepNode } from '../../support/rows.ts'
import type { TestConsole } from './support.ts'

const DAY_MS = 86_400_000

export interface ConnectedRover {
  id?: string
  label?: string
  node?: string
  stationId?: number | null
  lat?: number | null
  lng?: number | null
  quality?: number
  agent?: string
}

/** Inserts a live caster node. */
export const keepCaster = (site: TestConsole, node = 'caster') => keepNode(site.db, node)

/** Inserts a credential of this owner with an open session. */
export async function connectRover(site: TestConsole, ownerId: number, rover: ConnectedRover = {}) {
  const { id = randomBytes(6).toString('hex'), label = 'A rover', node = 'caster', stationId = null } = rover
  const { lat = 19.4, lng = -99.1, quality = 4, agent = 'NTRIP Test/1.0' } = rover
  const now = site.services.clock()
  const times = { startsAt: new Date(now.getTime() - DAY_MS), expiresAt: new Date(now.getTime() + 30 * DAY_MS) }
  const [credentialId] = await insertCredentials(site.service, ownerId, [times])
  await site.db.pool.query('update credentials set label = $2 where id = $1', [credentialId, label])
  await keepCaster(site, node)
  await site.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, station_id, started_at, address, agent, lat, lng, quality,
       position_at, positions, fixed_positions, bytes)
     select $1, $2, id, username, 'CDMX_RTCM32', $4, $5, '198.51.100.4', $6, $7, $8, $9, $5, 10, 9, 1000 from credentials where id = $3`,
    [id, node, credentialId, stationId, now, agent, lat, lng, quality],
  )
  return { id, credentialId: credentialId! }
}

export async function disconnectRover(site: TestConsole, id: string): Promise<void> {
  await site.db.pool.query(`update sessions set ended_at = now(), end_reason = 'client_left' where id = $1`, [id])
}
