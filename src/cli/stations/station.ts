import { readFileSync } from 'node:fs'
import { archiveStation } from '../../actions/stations/archive.ts'
import { importStations } from '../../actions/stations/import.ts'
import { acceptPosition, acknowledgePosition } from '../../actions/stations/position.ts'
import { addStation, changeStation, saveStation } from '../../actions/stations/save.ts'
import { atOnce } from '../../base/running/turns.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import { movedBy, offsetBeyondLimit } from '../../domain/stations/position.ts'
import { STATION_STATUSES, type Station, type StationStatus } from '../../domain/stations/station.ts'
import type { Database, DatabasePool } from '../../store/kit/database.ts'
import { findStationByCode, listStations } from '../../store/stations/rows.ts'
import { readStationFile, stationFieldName } from '../../wire/stations/file.ts'
import { en } from '../../words/en.ts'
import { faultText, placeText } from '../../words/words.ts'
import { askYes, isAtTerminal } from '../kit/ask.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  decimal,
  group,
  onFoundation,
  onNewFoundation,
  onOff,
  printList,
  required,
  text,
  UsageError,
  verb,
  yesOrNo,
} from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { certificate } from './certificate.ts'
import { list, show } from './show.ts'
import { backup, pull, secret } from './sources.ts'

/** Options of "add" by the field that they set. */
const FLAG_OF: Readonly<Record<string, string>> = {
  code: '--code',
  name: '--name',
  federalState: '--state',
  country: '--country',
  radiusKm: '--radius-km',
  isRtcm: '--rtcm',
  sellsUnmeasured: '--sell-unmeasured',
  isOpen: '--open',
}

const add = verb({
  summary: 'registers a station; with --update changes the given fields of one that exists',
  flags: {
    code: required(text('CODE', 'its code')),
    name: text('NAME', 'its name; a new one needs it'),
    lat: decimal('LAT', 'latitude in decimal degrees; a new one needs it'),
    lng: decimal('LNG', 'longitude in decimal degrees; a new one needs it'),
    mountpoint: text('M', 'its mountpoint; else its code'),
    state: text('STATE', 'the federal state it stands in'),
    country: text('COUNTRY', 'three letters, where that is not the country of the network'),
    'radius-km': decimal('KM', 'how far it serves'),
    constellations: text('SYSTEMS', 'such as GPS+GLO+GAL, until they are measured'),
    format: text('FORMAT', 'such as RTCM 3.2'),
    datum: text('DATUM', 'its reference frame'),
    rtcm: yesOrNo(
      'no: its stream is something else (raw data, say). It is passed on as it is to whoever has a credential for it, and neither measured nor given to others',
    ),
    'sell-unmeasured': yesOrNo('yes: the shop sells it even while nobody has measured it, or while it is silent'),
    open: yesOrNo('yes: its own mountpoint needs no login'),
    update: onOff('changes a station that exists; without it you are asked at a terminal, and refused elsewhere'),
  },
  async run({ code, update, ...given }) {
    const fields = {
      name: given.name,
      federalState: given.state,
      lat: given.lat,
      lng: given.lng,
      radiusKm: given['radius-km'],
      mountpoint: given.mountpoint,
      constellations: given.constellations,
      format: given.format,
      datum: given.datum,
      isRtcm: given.rtcm,
      sellsUnmeasured: given['sell-unmeasured'],
      country: given.country,
      isOpen: given.open,
    }
    const said = Object.entries(fields).filter(([, value]) => value !== undefined)
    const input: StationInput = { code, ...Object.fromEntries(said) }
    await onNewFoundation(async ({ db }) => {
      const isNew = await saveOrAsk(db, input, update).catch((error) => {
        throw pointAt(error, null)
      })
      console.log(`station ${code} is ${isNew ? 'added' : 'updated'}`)
    })
  },
})

/** Returns whether the station is new. */
async function saveOrAsk(db: DatabasePool, input: StationInput, update: boolean): Promise<boolean> {
  const context = () => commandContext('station add', { db })
  if (!update) {
    const known = await addStation(context(), input).then(
      () => null,
      (error) => {
        if (error instanceof Refusal && error.code === 'station_exists') return findStationByCode(db, input.code)
        throw error
      },
    )
    if (known === null) return true
    const fields = Object.keys(input).filter((name) => name !== 'code')
    const change = `${fields.map((name) => FLAG_OF[name] ?? `--${name}`).join(', ') || 'nothing'}`
    if (!isAtTerminal())
      throw new CommandFailure(`nothing was saved: ${factsOf(known)} exists; --update changes it (${change})`)
    if (!(await askYes(`${factsOf(known)} exists. Change it (${change})?`)))
      throw new CommandFailure('nothing was changed')
  }
  return (await saveStation(context(), input)).created
}

const factsOf = ({ id, code, name, lat, lng, mountpoint, archived }: Station) =>
  `station ${code} ("${name}", id ${id}, ${lat}, ${lng}, mountpoint ${mountpoint}${archived ? ', archived' : ''})`

const importFile = verb({
  summary: 'reads stations from a file: JSON, CSV or an NTRIP sourcetable',
  more: `A JSON array or CSV with the columns codigo, nombre, estado_mx, pais, lat, lng, radio_km, status, constelaciones, mountpoint, formato, datum, rtcm (si, no), vender_sin_medicion (si, no), as the API has them, or an NTRIP sourcetable (its STR lines; codigo is then the mountpoint). All or nothing: every bad line is reported with its number, and then nothing is imported.`,
  args: ['FILE'],
  flags: {
    update: onOff(
      'changes the stations that exist (by codigo); without it you are asked at a terminal, and refused elsewhere',
    ),
  },
  async run({ update }, path) {
    const { entries, skipped } = atOnce(readStationFile(readBytes(path)))
    for (const { where, mountpoint } of skipped)
      console.error(`skipped ${placeText(en, where)}: ${en.networkMountpointSkipped(mountpoint)}`)
    const unreadable = entries.flatMap(({ errors }, index) =>
      errors.map((error) => ({ ...error, path: [index, ...error.path] })),
    )
    await onNewFoundation(async ({ db }) => {
      const inputs = entries.map(({ input }) => input)
      if (!update && unreadable.length === 0) await askToUpdate(db, inputs)
      const { show, clear } = progressLine()
      show(`importing ${inputs.length} stations`)
      const { created, updated } = await importStations(commandContext('station import', { db }), inputs, unreadable)
        .finally(clear)
        .catch((error) => {
          const title = `nothing was imported from ${path}:`
          throw pointAt(error, (index) => placeText(en, entries[index]!.where), title)
        })
      console.log(`${created} stations added, ${updated} updated`)
    })
  },
})

const NAMED = 10

async function askToUpdate(db: Database, inputs: readonly StationInput[]): Promise<void> {
  const known = new Set((await listStations(db)).map(({ code }) => code.toLowerCase()))
  const codes = inputs.flatMap(({ code }) => (known.has(String(code).toLowerCase()) ? [code] : []))
  if (codes.length === 0) return
  const which = `${codes.slice(0, NAMED).join(', ')}${codes.length > NAMED ? ', …' : ''}`
  const found = `${codes.length} of ${inputs.length} stations exist already (${which})`
  if (!isAtTerminal()) throw new CommandFailure(`nothing was imported: ${found}; --update changes them`)
  if (!(await askYes(`${found}. Change them?`))) throw new CommandFailure('nothing was imported')
}

/** Adds the place in the file to the errors of the rules. `whereOf` is `null` for a single station without a file. */
function pointAt(error: unknown, whereOf: ((index: number) => string) | null, title = 'nothing was saved:'): unknown {
  if (!(error instanceof Refusal) || error.fields.length === 0) return error
  const placed = error.fields.map((found) => ({ ...found, path: whereOf ? found.path : [0, ...found.path] }))
  const inOrder = placed.sort((a, b) => Number(a.path[0]) - Number(b.path[0]))
  const lines = inOrder.map((found) => {
    const [index, field] = found.path
    const name = field === undefined ? [] : [whereOf ? stationFieldName(field) : (FLAG_OF[field] ?? `--${field}`)]
    return `  ${[whereOf?.(Number(index)) ?? 'station', ...name].join(', ')}: ${faultText(en, found)}`
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

const status = verb({
  summary: 'declares the status of a station',
  more: '"maintenance" wins over what is measured; the others hold while nothing is measured.',
  args: ['CODE', STATION_STATUSES.join('|')],
  async run(_, code, wanted) {
    if (!STATION_STATUSES.some((known) => known === wanted))
      throw new UsageError(`say which: ${STATION_STATUSES.join(', ')}`)
    await onFoundation(async ({ db }) => {
      const change = { declaredStatus: wanted as StationStatus }
      const known = await changeStation(commandContext('station status', { db }), { code }, change)
      console.log(`station ${known.code} is declared ${wanted}`)
    })
  },
})

const DECISIONS = { accept: acceptPosition, keep: acknowledgePosition }

const position = verb({
  summary: 'shows where it is registered, and where its antenna says that it stands',
  more: `accept: registers the announced place. keep: the registered place is right for now; no alarm until it announces yet another.`,
  args: ['[CODE]', '[accept|keep]'],
  flags: { all: onOff('every station that is off, in the place of CODE'), ...asJson },
  async run({ all, json }, first, second) {
    const [code, wanted] = all ? [null, first] : [first, second]
    if (code === undefined) throw new UsageError('CODE is needed, or --all; see --help')
    if (all && second !== undefined) throw new UsageError('CODE or --all, not both')
    if (wanted !== undefined && !Object.hasOwn(DECISIONS, wanted)) throw new UsageError('say which: accept or keep')
    if (all && wanted === 'keep') throw new UsageError('keep: one station at a time')
    await onFoundation(async ({ db }) => {
      const known = (await listStations(db)).filter(({ archived }) => !archived)
      const found = known.filter((station) =>
        code === null ? offsetBeyondLimit(station) !== null : station.code.toLowerCase() === code.toLowerCase(),
      )
      if (code !== null && found.length === 0) throw new CommandFailure(`there is no station ${code}`)
      if (wanted === undefined) return showPositions(json, found)
      for (const station of found) {
        await DECISIONS[wanted as keyof typeof DECISIONS](commandContext(`station position ${wanted}`, { db }), station)
        console.log(`station ${station.code}: ${wanted === 'accept' ? 'the announced' : 'the registered'} place holds`)
      }
    })
  },
})

interface Place {
  readonly lat: number
  readonly lng: number
}

function showPositions(json: boolean, stations: readonly Station[]): void {
  const placeText = ({ lat, lng }: Place) => `${lat.toFixed(8)}, ${lng.toFixed(8)}`
  const places = stations.map((station) => {
    const { announced = null, positionOffsetM = null } = station.health ?? {}
    const isOff = offsetBeyondLimit(station) !== null
    return {
      code: station.code,
      registered: { lat: station.lat, lng: station.lng },
      announced: announced && { lat: announced.lat, lng: announced.lng },
      offsetM: positionOffsetM,
      state: isOff ? (movedBy(station) === null ? 'acknowledged' : 'off') : null,
    }
  })
  printList(
    json,
    places,
    {
      CODE: ({ code }) => code,
      REGISTERED: ({ registered }) => placeText(registered),
      ANNOUNCED: ({ announced }) => announced && placeText(announced),
      APART: ({ offsetM }) => (offsetM === null ? null : `${offsetM.toFixed(3)} m`),
      '': ({ state }) => state ?? '',
    },
    'every station stands where it is registered',
  )
}

const archive = verb({
  summary: 'takes a station off the lists; its credentials and history stay',
  more: '"add --update" or "import --update" brings it back.',
  args: ['CODE'],
  run: (_, code) =>
    onFoundation(async ({ db }) => {
      const station = await archiveStation(commandContext('station archive', { db }), { code })
      console.log(`station ${station.code} is archived`)
    }),
})

export const command = group(
  { add, import: importFile, list, show, status, secret, certificate, pull, backup, position, archive },
  'What these commands do is in the audit log.',
)
