import { Refusal } from '../../domain/codes/refusal.ts'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { isMeasured, isSilent, statusAt } from '../../domain/stations/status.ts'
import type { Database } from '../../store/kit/database.ts'
import { listMountpoints } from '../../store/network/mountpoints.ts'
import { listCertificatesOf } from '../../store/stations/certificates.ts'
import { findStationRecord, type StationRecord } from '../../store/stations/details.ts'
import { listGroups } from '../../store/stations/groups.ts'
import { findStation, findStationByCode, listStations } from '../../store/stations/rows.ts'
import { asJson, onFoundation, onOff, printFacts, printList, verb } from '../kit/command.ts'

export const list = verb({
  summary: 'list active stations',
  flags: { all: onOff('include archived stations'), ...asJson },
  run: ({ all, json }) =>
    onFoundation(async ({ db, clock }) => {
      const now = clock()
      const stations = (await listStations(db))
        .filter((station) => all || !station.archived)
        .map((station) => factsOf(station, now))
      printList(
        json,
        stations,
        {
          ID: ({ id }) => id,
          CODE: ({ code }) => code,
          NAME: ({ name }) => name,
          STATUS: standing,
          MOUNTPOINT: ({ mountpoint }) => mountpoint,
          LAT: ({ lat }) => lat.toFixed(5),
          LNG: ({ lng }) => lng.toFixed(5),
          RADIUS: ({ radiusKm }) => `${radiusKm} km`,
        },
        'no stations yet; use "vertice station add" or "vertice station import FILE"',
      )
    }),
})

export const show = verb({
  summary: 'show a station: its source, standby source and mountpoints',
  args: ['CODE'],
  flags: asJson,
  run: ({ json }, code) =>
    onFoundation(async ({ db, clock }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new Refusal('station_not_found', { code })
      const facts = { ...factsOf(station, clock()), ...(await sourcesOf(db, station)) }
      printFacts(json, facts, {
        code: facts.code,
        name: facts.name,
        status: standing(facts),
        position: `${facts.lat.toFixed(5)}, ${facts.lng.toFixed(5)}, radius ${facts.radiusKm} km`,
        frame: facts.datum,
        velocity: facts.velocity === null ? '(unknown)' : `${facts.velocity.join(', ')} mm per year (east, north, up)`,
        mountpoint: facts.mountpoint,
        'also as': facts.mountpoints.join(', ') || '(no other mountpoint)',
        groups: facts.groups.join(', ') || '(none)',
        source: facts.source,
        backup: facts.backup ?? '(none)',
        certificates: facts.certificates === 0 ? '(none)' : certificatesText(facts),
      })
    }),
})

/** Sources of the stream, without logins. */
async function sourcesOf(db: Database, station: Station) {
  const record = (await findStationRecord(db, station.id))!
  const [certificates, groups, mountpoints, other] = [
    await listCertificatesOf(db, station.id),
    await listGroups(db),
    await listMountpoints(db),
    record.fallbackStationId === null ? null : await findStation(db, record.fallbackStationId),
  ]
  return {
    mountpoints: mountpoints.filter(({ stationId }) => stationId === station.id).map(({ name }) => name),
    groups: groups.filter(({ stationIds }) => stationIds.has(station.id)).map(({ name }) => name),
    source: sourceText(record),
    backup: standbyText(record, other?.code ?? null),
    certificates: certificates.length,
    certificateRequired: record.certificateRequired,
  }
}

function sourceText({ upstreamName, upstreamMountpoint, pullUrl, hasPushSecret }: StationRecord): string {
  if (upstreamName !== null)
    return `mountpoint ${upstreamMountpoint} of external caster ${upstreamName}, while a rover uses it`
  if (pullUrl !== null) return `pulled from ${pullUrl}`
  return hasPushSecret ? 'push with its password' : 'none yet; use "vertice station secret" or "vertice station pull"'
}

function standbyText({ standbyPullUrl, hasStandbySecret }: StationRecord, other: string | null): string | null {
  if (other !== null) return `station ${other} serves its mountpoint while it is offline`
  if (standbyPullUrl !== null) return `pulled from ${standbyPullUrl} while it is offline`
  return hasStandbySecret ? 'second push with its own password' : null
}

const certificatesText = ({ certificates, certificateRequired }: Awaited<ReturnType<typeof sourcesOf>>) =>
  `${certificates}, ${certificateRequired ? 'required in addition to the password' : 'accepted instead of the password'}`

const factsOf = (station: Station, now: Date) => ({
  id: station.id,
  code: station.code,
  name: station.name,
  federalState: station.federalState,
  country: station.country,
  lat: station.lat,
  lng: station.lng,
  radiusKm: station.radiusKm,
  mountpoint: station.mountpoint,
  format: station.format,
  datum: station.datum,
  frame: station.frame,
  epoch: station.epoch,
  velocity: station.velocity ?? null,
  constellations: station.constellations,
  status: statusAt(station, now),
  declaredStatus: station.declaredStatus,
  isMeasured: isMeasured(station, now),
  isRtcm: station.isRtcm,
  isSilent: isSilent(station, now),
  archived: station.archived,
})

interface Standing extends Pick<Station, 'archived' | 'isRtcm'> {
  readonly status: StationStatus
  readonly isMeasured: boolean
  readonly isSilent: boolean
}

function standing({ archived, status, isRtcm, isMeasured, isSilent }: Standing): string {
  if (archived) return 'archived'
  if (!isRtcm) return `${status} ${isSilent ? '(not RTCM)' : '(declared, not RTCM)'}`
  return isMeasured ? status : `${status} (declared)`
}
