// Changes what describes the network.
import { type FieldError, Refusal } from '../domain/errors.ts'
import { isMountpoint, MAX_RADIUS_KM } from '../domain/station-input.ts'
import type { Database } from '../store/database.ts'
import { readNetwork, type StoredNetwork, updateNetwork } from '../store/network.ts'
import { listStations, lockStations } from '../store/stations.ts'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/
const UPSTREAM = /^ntrips?:\/\/[^\s/@]+\/[^\s/]+$/

export function setNetwork(db: Database, change: Partial<StoredNetwork>): Promise<StoredNetwork> {
  return db.transaction(async (tx) => {
    await lockStations(tx)
    const stations = await listStations(tx)
    const taken = stations.some(
      ({ archived, mountpoint }) => !archived && mountpoint.toLowerCase() === change.mountpoint?.toLowerCase(),
    )
    const errors = changeErrors(change)
    if (taken) errors.push({ path: ['mountpoint'], detail: 'is the mountpoint of a station' })
    if (errors.length > 0) throw new Refusal('invalid_request', 'Nothing was changed.', errors)
    await updateNetwork(tx, change)
    return readNetwork(tx)
  })
}

function changeErrors(change: Partial<StoredNetwork>): FieldError[] {
  const rules: { [Field in keyof StoredNetwork]: [(value: NonNullable<StoredNetwork[Field]>) => boolean, string] } = {
    name: [isLine, 'must be 1 to 100 characters on one line'],
    casterHost: [(host) => HOST.test(host), 'must be a host name or an address'],
    casterPort: [(port) => Number.isInteger(port) && port >= 1 && port <= 65535, 'must be a port from 1 to 65535'],
    datum: [isLine, 'must be 1 to 100 characters on one line'],
    format: [isLine, 'must be 1 to 100 characters on one line'],
    mountpoint: [isMountpoint, 'must be 1 to 100 letters, digits, "_", "." or "-"'],
    upstream: [(url) => UPSTREAM.test(url), 'must look like ntrip://host:2101/MOUNTPOINT, without user and password'],
    nearBaseKm: [isDistance, `must be a number from 0 to ${MAX_RADIUS_KM}`],
    triangleSideKm: [isDistance, `must be a number from 0 to ${MAX_RADIUS_KM}`],
    defaultRadiusKm: [(km) => km > 0 && isDistance(km), `must be above 0 and at most ${MAX_RADIUS_KM}`],
  }
  return (Object.keys(change) as (keyof StoredNetwork)[]).flatMap((field) => {
    const value = change[field]
    const [holds, detail] = rules[field] as [(value: unknown) => boolean, string]
    return value == null || holds(value) ? [] : [{ path: [field], detail }]
  })
}

const isLine = (text: string) => text.trim() !== '' && text.length <= 100 && !/[\p{Cc}\p{Cs};]/u.test(text)
const isDistance = (km: number) => Number.isFinite(km) && km >= 0 && km <= MAX_RADIUS_KM
