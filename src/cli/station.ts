import { readFileSync } from 'node:fs'
import { checkSource, sourceRefuser } from '../actions/network/source-address.ts'
import { archiveStation } from '../actions/stations/archive.ts'
import { importStations } from '../actions/stations/import.ts'
import { changeStation, saveStation } from '../actions/stations/save.ts'
import { pushSecret, setPull } from '../actions/stations/source.ts'
import { readConfig } from '../config.ts'
import { parseUpstream } from '../domain/network/upstream.ts'
import { Refusal } from '../domain/refusal.ts'
import type { StationInput } from '../domain/stations/input.ts'
import { STATION_STATUSES, type Station, type StationStatus } from '../domain/stations/station.ts'
import { isSilent, statusAt } from '../domain/stations/status.ts'
import { atOnce } from '../running/turns.ts'
import { addressesOf } from '../start/source-names.ts'
import { listStations } from '../store/stations/rows.ts'
import { readStationFile, stationFieldName } from '../wire/stations/file.ts'
import { en } from '../words/en.ts'
import { faultText, placeText } from '../words/words.ts'
import {
  CommandFailure,
  deedBy,
  needed,
  onFoundation,
  onNewFoundation,
  printTable,
  read,
  UsageError,
  withSubcommands,
} from './command.ts'

export const command = withSubcommands(
  `usage: vertice station add --codigo CODE --nombre NAME --lat LAT --lng LNG [--mountpoint M] [--estado-mx STATE]
                          [--radio-km KM] [--constelaciones SYSTEMS] [--formato FORMAT] [--datum DATUM]
                          [--pais COUNTRY] [--rtcm si|no]
       vertice station import FILE
       vertice station list [--all]
       vertice station status CODE ${STATION_STATUSES.join('|')}
       vertice station secret CODE [--new]
       vertice station pull CODE ntrip://USER:PASSWORD@HOST:PORT/MOUNTPOINT | none
       vertice station archive CODE

add      registers a station or changes the given fields of an existing one (by code). --rtcm no: its stream is something else
         (raw data, say). It is passed on as it is to whoever has a credential for it, and neither measured nor given to others
import   a JSON array or CSV with the columns codigo, nombre, estado_mx, pais, lat, lng, radio_km, status, constelaciones,
         mountpoint, formato, datum, rtcm (si, no), or an NTRIP sourcetable (its STR lines). Updates by codigo. All or nothing: every
         bad line is reported with its number, and then nothing is imported. From a sourcetable, codigo is the mountpoint
list     active stations; --all shows archived ones too
status   what the operator declares: "maintenance" wins over what is measured; the others hold while nothing is measured
secret   the password with which the station pushes its stream to the caster (SOURCE, or POST with any user); --new makes
         another, and the old one is refused from then on
pull     fetches the station's stream from another caster (ntrips:// for TLS) instead of waiting for a push
archive  takes a station off the lists; its credentials and history stay; add or import brings it back

What these commands do is in the audit log.`,
  { add, import: importFile, list, status, secret, pull, archive },
)

async function add(args: string[]): Promise<undefined> {
  const text = { type: 'string' } as const
  const { values } = read(args, {
    codigo: text,
    nombre: text,
    lat: text,
    lng: text,
    mountpoint: text,
    'estado-mx': text,
    'radio-km': text,
    constelaciones: text,
    formato: text,
    datum: text,
    rtcm: text,
    pais: text,
  })
  const given: StationInput = {
    code: needed(values.codigo, '--codigo'),
    ...(values.nombre !== undefined && { name: values.nombre }),
    ...(values['estado-mx'] !== undefined && { federalState: values['estado-mx'] }),
    ...(values.lat !== undefined && { lat: Number(values.lat) }),
    ...(values.lng !== undefined && { lng: Number(values.lng) }),
    ...(values['radio-km'] !== undefined && { radiusKm: Number(values['radio-km']) }),
    ...(values.mountpoint !== undefined && { mountpoint: values.mountpoint }),
    ...(values.constelaciones !== undefined && { constellations: values.constelaciones }),
    ...(values.formato !== undefined && { format: values.formato }),
    ...(values.datum !== undefined && { datum: values.datum }),
    ...(values.rtcm !== undefined && { isRtcm: yesOrNo(values.rtcm) }),
    ...(values.pais !== undefined && { country: values.pais }),
  }
  await onNewFoundation(async ({ db }) => {
    const { created } = await saveStation(deedBy('station add', { db }), given).catch((error) => {
      throw pointAt(error, null)
    })
    console.log(`station ${given.code} is ${created ? 'added' : 'updated'}`)
  })
}

async function importFile(args: string[]): Promise<undefined> {
  const path = needed(read(args, {}).positionals[0], 'FILE')
  const { entries, skipped } = atOnce(readStationFile(readBytes(path)))
  for (const { where, mountpoint } of skipped)
    console.error(`skipped ${placeText(en, where)}: ${en.networkMountpointSkipped(mountpoint)}`)
  const unreadable = entries.flatMap(({ errors }, index) =>
    errors.map((error) => ({ ...error, path: [index, ...error.path] })),
  )
  await onNewFoundation(async ({ db }) => {
    const title = `nothing was imported from ${path}:`
    const inputs = entries.map(({ input }) => input)
    const { created, updated } = await importStations(deedBy('station import', { db }), inputs, unreadable).catch(
      (error) => {
        throw pointAt(error, (index) => placeText(en, entries[index]!.where), title)
      },
    )
    console.log(`${created} stations added, ${updated} updated`)
  })
}

/** Errors of the rules, in the words and places of the file; null: there is one station and no file. */
function pointAt(error: unknown, whereOf: ((index: number) => string) | null, title = 'nothing was saved:'): unknown {
  if (!(error instanceof Refusal) || error.fields.length === 0) return error
  const placed = error.fields.map((found) => ({ ...found, path: whereOf ? found.path : [0, ...found.path] }))
  const inOrder = placed.sort((a, b) => Number(a.path[0]) - Number(b.path[0]))
  const lines = inOrder.map((found) => {
    const [index, field] = found.path
    const name = field === undefined ? [] : [stationFieldName(field)]
    return [`  ${whereOf?.(Number(index)) ?? 'station'}:`, ...name, faultText(en, found)].join(' ')
  })
  return new CommandFailure(`${title}\n${lines.join('\n')}`)
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`)
  }
}

async function list(args: string[]): Promise<undefined> {
  const { values } = read(args, { all: { type: 'boolean', default: false } })
  await onFoundation(async ({ db, clock }) => {
    const now = clock()
    const stations = (await listStations(db)).filter((station) => values.all || !station.archived)
    const rows = stations.map((station) => [
      String(station.id),
      station.code,
      station.name,
      station.archived ? 'archived' : `${statusAt(station, now)}${standing(station, now)}`,
      station.mountpoint,
      station.lat.toFixed(5),
      station.lng.toFixed(5),
      `${station.radiusKm} km`,
    ])
    const none = 'no stations yet: vertice station add, or vertice station import FILE'
    printTable(['ID', 'CODE', 'NAME', 'STATUS', 'MOUNTPOINT', 'LAT', 'LNG', 'RADIUS'], rows, none)
  })
}

function standing(station: Station, now: Date): string {
  if (!station.isRtcm) return isSilent(station, now) ? ' (not RTCM)' : ' (declared, not RTCM)'
  return station.health ? '' : ' (declared)'
}

function yesOrNo(word: string): boolean {
  if (word !== 'si' && word !== 'no') throw new UsageError('--rtcm: si or no')
  return word === 'si'
}

async function status(args: string[]): Promise<undefined> {
  const [code, wanted = ''] = read(args, {}).positionals
  if (!STATION_STATUSES.some((known) => known === wanted))
    throw new UsageError(`say which: ${STATION_STATUSES.join(', ')}`)
  await onFoundation(async ({ db }) => {
    const change = { declaredStatus: wanted as StationStatus }
    const known = await changeStation(deedBy('station status', { db }), { code: code ?? '' }, change)
    console.log(`station ${known.code} is declared ${wanted}`)
  })
}

async function secret(args: string[]): Promise<undefined> {
  const { positionals, values } = read(args, { new: { type: 'boolean', default: false } })
  const code = needed(positionals[0], 'CODE')
  await onFoundation(async ({ db, keys }) => {
    console.log((await pushSecret(deedBy('station secret', { db, keys }), { code }, values.new)).secret)
  })
}

async function pull(args: string[]): Promise<undefined> {
  const [first, second] = read(args, {}).positionals
  const [code, address] = [needed(first, 'CODE'), needed(second, 'the address of the stream, or "none",')]
  const { casterPullAllow } = readConfig()
  await onFoundation(async ({ db, keys }) => {
    await checkSource(sourceRefuser(casterPullAllow, addressesOf), 'url', address)
    const station = await setPull(deedBy('station pull', { db, keys }), { code }, address === 'none' ? null : address)
    console.log(
      address === 'none'
        ? `station ${station.code} is not pulled any more`
        : `station ${station.code} is pulled from ${parseUpstream(address)!.host}`,
    )
  })
}

async function archive(args: string[]): Promise<undefined> {
  const code = needed(read(args, {}).positionals[0], 'CODE')
  await onFoundation(async ({ db }) => {
    const station = await archiveStation(deedBy('station archive', { db }), { code })
    console.log(`station ${station.code} is archived`)
  })
}
