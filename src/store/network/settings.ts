import { frameIn } from '../../domain/network/frame.ts'
import type { Network } from '../../domain/network/network.ts'
import { type Database, only, statement } from '../kit/database.ts'

/** Stored settings. An unset caster address falls back to the process's configuration. */
export type StoredNetwork = Omit<Network, 'casterHost' | 'casterPort' | 'engineAnswers' | 'mark'> & {
  casterHost: string | null
  casterPort: number | null
  /** Rule for moved antennas; applied per station, see domain/stations/position.ts. */
  movedLimitM: number
  movedTakesOut: boolean
  /** Whether a movement that observations show keeps rovers away. */
  observedTakesOut: boolean
}

const COLUMN_OF: Record<keyof StoredNetwork, string> = {
  name: 'name',
  casterHost: 'caster_host',
  casterPort: 'caster_port',
  datum: 'datum',
  frame: 'frame',
  epoch: 'frame_epoch',
  format: 'format',
  country: 'country',
  mountpoint: 'mountpoint',
  upstream: 'upstream',
  nearBaseKm: 'near_base_km',
  triangleSideKm: 'triangle_side_km',
  defaultRadiusKm: 'default_radius_km',
  switchNearerKm: 'switch_nearer_km',
  switchAfterS: 'switch_after_s',
  movedLimitM: 'moved_limit_m',
  movedTakesOut: 'moved_takes_out',
  observedTakesOut: 'observed_takes_out',
  phone: 'phone',
  whatsapp: 'whatsapp',
  tableLines: 'table_lines',
}

const columns = Object.entries(COLUMN_OF).map(([name, column]) => `${column} as "${name}"`)
const read = statement('network', `select ${columns.join(', ')} from network`)

export async function readNetwork(db: Database): Promise<StoredNetwork> {
  const network = await only<StoredNetwork>(db, read)
  return { ...network, ...frameIn(network, network.country) }
}

export async function updateNetwork(db: Database, change: Partial<StoredNetwork>): Promise<void> {
  const next = { ...(await readNetwork(db)), ...change }
  const names = Object.keys(COLUMN_OF) as (keyof StoredNetwork)[]
  const assignments = names.map((name, index) => `${COLUMN_OF[name]} = $${index + 1}`)
  await db.query(
    statement('network-update', `update network set ${assignments.join(', ')}`),
    names.map((name) => next[name]),
  )
}
