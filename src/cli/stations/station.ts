import { archiveStation } from '../../actions/stations/archive.ts'
import { importStations } from '../../actions/stations/import.ts'
import { acceptPosition, acknowledgePosition } from '../../actions/stations/position.ts'
import { addStation, changeStation, saveStation } from '../../actions/stations/save.ts'
import { atOnce } from '../../base/running/turns.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import { displacementOf, movedBy } from '../../domain/stations/position.ts'
import { STATION_STATUSES, type Station, type StationStatus } from '../../domain/stations/station.ts'
import type { Database, DatabasePool } from '../../store/kit/database.ts'
import { findStationByCode, listStations } from '../../store/stations/rows.ts'
import { readStationFile, stationFieldName } from '../../wire/stations/file.ts'
import { readPushPasswords } from '../../wire/stations/push-passwords.ts'
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
import { equipment } from './equipment.ts'
import { host } from './host.ts'
import { importPushPasswords, printImported, secrets } from './push-passwords.ts'
import { quality } from './quality.ts'
import { bytesOf } from './read-file.ts'
import { list, show } from './show.ts'
import { siteLog } from './site-log.ts'
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
  recorded: '--record',
}

const add = verb({
  summary: 'add a station; with --update, change the given fields of an existing one',
  flags: {
    code: required(text('CODE', 'its code')),
    name: text('NAME', 'name; required for a new station'),
    lat: decimal('LAT', 'latitude in decimal degrees; required for a new station'),
    lng: decimal('LNG', 'longitude in decimal degrees; required for a new station'),
    mountpoint: text('M', 'mountpoint (default: its code)'),
    state: text('STATE', 'state or region'),
    country: text('COUNTRY', 'three letters, if not the country of the network'),
    'radius-km': decimal('KM', 'coverage radius'),
    constellations: text('SYSTEMS', 'such as GPS+GLO+GAL; used until measured'),
    format: text('FORMAT', 'such as RTCM 3.2'),
    frame: text('FRAME', 'its reference frame, by its key in "vertice network frames"'),
    epoch: decimal('YEAR', 'the epoch of its coordinates, such as 2016.5; default: the epoch that the frame fixes'),
    datum: text('DATUM', 'instead of --frame: a text, for a frame that the table does not contain'),
    velocity: text(
      'E,N,U',
      'its movement in this frame in mm per year: east, north, up, such as -11.2,2.4,-0.5; none: unknown. Needed to announce its position at another epoch',
    ),
    rtcm: yesOrNo(
      'no: its stream is not RTCM, such as raw data. It is forwarded unmodified to credentials of this station, and is not measured or used for the network',
    ),
    'sell-unmeasured': yesOrNo('yes: the shop offers it even without measurements or while it is offline'),
    open: yesOrNo('yes: its own mountpoint requires no login'),
    record: yesOrNo('whether the archive records it (default: yes, but no for mountpoints of external casters)'),
    update: onOff('change an existing station; without it, the command asks at a terminal and fails elsewhere'),
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
      frame: given.frame,
      epoch: given.epoch,
      velocity: velocityIn(given.velocity),
      isRtcm: given.rtcm,
      sellsUnmeasured: given['sell-unmeasured'],
      country: given.country,
      isOpen: given.open,
      recorded: given.record,
    }
    const said = Object.entries(fields).filter(([, value]) => value !== undefined)
    const input: StationInput = { code, ...Object.fromEntries(said) }
    await onNewFoundation(async ({ db }) => {
      const isNew = await saveOrAsk(db, input, update).catch((error) => {
        throw pointAt(error, null)
      })
      console.log(`station ${code} ${isNew ? 'added' : 'updated'}`)
    })
  },
})

/** Numbers that are not valid are rejected with the station's other fields. */
const velocityIn = (text: string | undefined) =>
  text === undefined
    ? undefined
    : text === 'none'
      ? null
      : text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))

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
      throw new CommandFailure(
        `nothing was saved: ${factsOf(known)} already exists; add --update to change it (${change})`,
      )
    if (!(await askYes(`${factsOf(known)} already exists. Change it (${change})?`)))
      throw new CommandFailure('nothing was changed')
  }
  return (await saveStation(context(), input)).created
}

const factsOf = ({ id, code, name, lat, lng, mountpoint, archived }: Station) =>
  `station ${code} ("${name}", id ${id}, ${lat}, ${lng}, mountpoint ${mountpoint}${archived ? ', archived' : ''})`

const importFile = verb({
  summary: 'import stations from a file: JSON, CSV or an NTRIP sourcetable',
  more: `A JSON array or CSV with the columns codigo, nombre, estado_mx, pais, lat, lng, radio_km, status, constelaciones, mountpoint, formato, datum, rtcm (si, no), vender_sin_medicion (si, no), as the API has them, or an NTRIP sourcetable (its STR lines; codigo is then the mountpoint). All or nothing: if a line has an error, every error is reported with its line number and nothing is imported.`,
  args: ['FILE'],
  flags: {
    update: onOff(
      'change existing stations (by codigo); without it, the command asks at a terminal and fails elsewhere',
    ),
    'push-passwords': text(
      'FILE',
      'also set the passwords with which the stations push, from a file of "station secrets" or of a Millipede caster',
    ),
  },
  async run({ update, 'push-passwords': passwordPath }, path) {
    const passwords = passwordPath === undefined ? null : atOnce(readPushPasswords(bytesOf(passwordPath)))
    const { entries, skipped } = atOnce(readStationFile(bytesOf(path)))
    for (const { where, mountpoint } of skipped)
      console.error(`skipped ${placeText(en, where)}: ${en.networkMountpointSkipped(mountpoint)}`)
    const unreadable = entries.flatMap(({ errors }, index) =>
      errors.map((error) => ({ ...error, path: [index, ...error.path] })),
    )
    await onNewFoundation(async ({ db, keys }) => {
      const inputs = entries.map(({ input }) => input)
      if (!update && unreadable.length === 0) await askToUpdate(db, inputs)
      const { show, clear } = progressLine()
      show(`importing ${inputs.length} stations`)
      const { created, updated, set } = await db
        .transaction(async (tx) => {
          const context = { ...commandContext('station import', { db, keys }), db: tx }
          const imported = await importStations(context, inputs, unreadable).catch((error) => {
            const title = `nothing was imported from ${path}:`
            throw pointAt(error, (index) => placeText(en, entries[index]!.where), title)
          })
          const options = { skipsUnknown: true, replaces: false }
          return {
            ...imported,
            set: passwords && (await importPushPasswords(context, passwords, passwordPath!, options)),
          }
        })
        .finally(clear)
      console.log(`${created} stations added, ${updated} updated`)
      if (passwords && set) printImported(passwords, set)
    })
  },
})

const NAMED = 10

async function askToUpdate(db: Database, inputs: readonly StationInput[]): Promise<void> {
  const known = new Set((await listStations(db)).map(({ code }) => code.toLowerCase()))
  const codes = inputs.flatMap(({ code }) => (known.has(String(code).toLowerCase()) ? [code] : []))
  if (codes.length === 0) return
  const which = `${codes.slice(0, NAMED).join(', ')}${codes.length > NAMED ? ', …' : ''}`
  const found = `${codes.length} of ${inputs.length} stations already exist (${which})`
  if (!isAtTerminal()) throw new CommandFailure(`nothing was imported: ${found}; add --update to change them`)
  if (!(await askYes(`${found}. Change them?`))) throw new CommandFailure('nothing was imported')
}

/** Adds the line of the file to validation errors. `whereOf` is `null` for a single station without a file. */
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

const status = verb({
  summary: 'declare the status of a station',
  more: '"maintenance" overrides measurements; the others apply until the station is measured.',
  args: ['CODE', STATION_STATUSES.join('|')],
  async run(_, code, wanted) {
    if (!STATION_STATUSES.some((known) => known === wanted))
      throw new UsageError(`expected one of ${STATION_STATUSES.join(', ')}`)
    await onFoundation(async ({ db }) => {
      const change = { declaredStatus: wanted as StationStatus }
      const known = await changeStation(commandContext('station status', { db }), { code }, change)
      console.log(`station ${known.code} declared ${wanted}`)
    })
  },
})

const DECISIONS = { accept: acceptPosition, keep: acknowledgePosition }

const position = verb({
  summary: 'show the registered position and the position its antenna reports',
  more: `accept: register the reported position, or the registered one plus the movement that observations show. keep: keep the registered position; no alarm until the station reports another one.`,
  args: ['[CODE]', '[accept|keep]'],
  flags: { all: onOff('all stations whose positions differ, instead of CODE'), ...asJson },
  async run({ all, json }, first, second) {
    const [code, wanted] = all ? [null, first] : [first, second]
    if (code === undefined) throw new UsageError('CODE or --all is required; see --help')
    if (all && second !== undefined) throw new UsageError('use CODE or --all, not both')
    if (wanted !== undefined && !Object.hasOwn(DECISIONS, wanted)) throw new UsageError('expected accept or keep')
    if (all && wanted === 'keep') throw new UsageError('keep works with one station at a time')
    await onFoundation(async ({ db }) => {
      const known = (await listStations(db)).filter(({ archived }) => !archived)
      const found = known.filter((station) =>
        code === null ? displacementOf(station) !== null : station.code.toLowerCase() === code.toLowerCase(),
      )
      if (code !== null && found.length === 0) throw new CommandFailure(`there is no station ${code}`)
      if (wanted === undefined) return showPositions(json, found)
      for (const station of found) {
        await DECISIONS[wanted as keyof typeof DECISIONS](commandContext(`station position ${wanted}`, { db }), station)
        console.log(
          `station ${station.code}: ${wanted === 'accept' ? 'reported position registered' : 'registered position kept'}`,
        )
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
    const isOff = displacementOf(station) !== null
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
    'every station reports its registered position',
  )
}

const archive = verb({
  summary: 'archive a station; its credentials and history are kept',
  more: '"add --update" or "import --update" restores it.',
  args: ['CODE'],
  run: (_, code) =>
    onFoundation(async ({ db }) => {
      const station = await archiveStation(commandContext('station archive', { db }), { code })
      console.log(`station ${station.code} archived`)
    }),
})

export const command = group(
  {
    ...{ add, import: importFile, list, show, status, secret, secrets, certificate, host, pull, backup, position },
    ...{ equipment, quality, 'site-log': siteLog, archive },
  },
  'Every change is recorded in the audit log.',
)
