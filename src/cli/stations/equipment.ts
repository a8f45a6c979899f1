import { decideAntenna } from '../../actions/stations/announced-equipment.ts'
import {
  addEquipment,
  changeEquipment,
  changeSite,
  endEquipment,
  removeEquipment,
} from '../../actions/stations/equipment.ts'
import { type AntennaDecision, antennaText } from '../../domain/archive/announced.ts'
import {
  EQUIPMENT_KINDS,
  type EquipmentFacts,
  type EquipmentKind,
  type Period,
} from '../../domain/archive/equipment.ts'
import type { SiteFacts } from '../../domain/archive/site.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { listEquipment, readAnnouncedEquipment, readSiteFacts } from '../../store/stations/equipment.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import {
  asJson,
  commandContext,
  decimal,
  onFoundation,
  printJson,
  printList,
  shortTime,
  text,
  time,
  UsageError,
  type ValuesOf,
  verb,
  whole,
} from '../kit/command.ts'
import { explain } from '../kit/refused.ts'

const VERBS = ['show', 'add', 'change', 'end', 'remove', 'site', 'confirm', 'reject'] as const
type Verb = (typeof VERBS)[number]

/** Options of "site" and the facts that they set. */
const SITE_FLAGS = {
  marker: 'markerName',
  domes: 'markerNumber',
  monument: 'monument',
  place: 'place',
  agency: 'agency',
  'contact-name': 'contactName',
  'contact-email': 'contactEmail',
  'contact-phone': 'contactPhone',
} as const satisfies Record<string, keyof SiteFacts>

const FLAGS = {
  type: text('TYPE', 'IGS name; of an antenna the code of 20 characters, or the name without its radome'),
  serial: text('SERIAL', 'serial number'),
  firmware: text('VERSION', 'firmware version of a receiver'),
  radome: text('CODE', 'radome of an antenna, four characters; NONE if it has none'),
  up: decimal('M', 'height of the antenna reference point above the marker, in metres'),
  east: decimal('M', 'antenna reference point east of the marker, in metres'),
  north: decimal('M', 'antenna reference point north of the marker, in metres'),
  from: time('time of the installation (default for "add": now); with "site": of the monument'),
  until: time('time of the removal (default for "end": now)'),
  id: whole('ID', 'with change and remove: the entry, as "show --json" lists it', { from: 1, to: 999_999_999 }),
  marker: text('NAME', 'with site: marker name for RINEX files (default: the code)'),
  domes: text('NUMBER', 'with site: marker number, such as a DOMES number'),
  monument: text('TEXT', 'with site: monument'),
  place: text('TEXT', 'with site: city or town'),
  agency: text('TEXT', 'with site: agency (default: the name of the network)'),
  'contact-name': text('NAME', 'with site: contact, and observer in RINEX files'),
  'contact-email': text('ADDRESS', 'with site: e-mail of the contact'),
  'contact-phone': text('NUMBER', 'with site: telephone of the contact'),
  ...asJson,
} as const

export const equipment = verb({
  summary: 'show and change the receivers and antennas of a station over time, and its site information',
  more: `show: the history and what the stream announces. add receiver|antenna: record new equipment; it replaces what is installed. end receiver|antenna: record a removal. change, remove: correct or delete an entry of the history (--id). site: set site information. confirm: record the other antenna that the stream announces, from the time of the change. reject: the stream is wrong; keep the record and end the alert.`,
  args: ['CODE', `[${VERBS.join('|')}]`, '[receiver|antenna]'],
  flags: FLAGS,
  async run(given, code, wanted = 'show', kind) {
    if (!VERBS.some((known) => known === wanted)) throw new UsageError(`expected one of ${VERBS.join(', ')}`)
    const needsKind = wanted === 'add' || wanted === 'end'
    if (needsKind !== (kind !== undefined)) throw new UsageError('name receiver or antenna with add and end only')
    if (kind !== undefined && !EQUIPMENT_KINDS.some((known) => known === kind))
      throw new UsageError('expected receiver or antenna')
    await onFoundation(async ({ db, clock }) => {
      const asked = { db, code, now: clock(), kind: kind as EquipmentKind, given }
      await ACTS[wanted as Verb](asked).catch(explained)
    })
  },
})

type Given = ValuesOf<typeof FLAGS>
interface Asked {
  readonly db: DatabasePool
  readonly code: string
  readonly now: Date
  readonly kind: EquipmentKind
  readonly given: Given
}

const ACTS: Record<Verb, (asked: Asked) => Promise<void>> = {
  show,
  async add({ db, code, now, kind, given }) {
    const { type, serial = '', firmware = '', radome = '', up = null, east = null, north = null } = factsOf(given)
    if (type === undefined) throw new UsageError('add needs --type')
    const period = { kind, type, serial, firmware, radome, up, east, north }
    const installedAt = given.from ?? now
    const removedAt = given.until ?? null
    await addEquipment(contextOf('add', db), { code }, { ...period, installedAt, removedAt })
    console.log(`${kind} ${type} of ${code} recorded from ${shortTime(installedAt)}`)
  },
  async change({ db, code, given }) {
    const { from: installedAt, until: removedAt } = given
    const times = { ...(installedAt && { installedAt }), ...(removedAt && { removedAt }) }
    await changeEquipment(contextOf('change', db), { code }, idOf(given), { ...factsOf(given), ...times })
    console.log(`entry ${idOf(given)} of ${code} changed`)
  },
  async end({ db, code, now, kind, given }) {
    const at = given.until ?? now
    await endEquipment(contextOf('end', db), { code }, kind, at)
    console.log(`${kind} of ${code} recorded as removed at ${shortTime(at)}`)
  },
  async remove({ db, code, given }) {
    await removeEquipment(contextOf('remove', db), { code }, idOf(given))
    console.log(`entry ${idOf(given)} of ${code} deleted`)
  },
  async site({ db, code, given }) {
    const texts = (Object.keys(SITE_FLAGS) as (keyof typeof SITE_FLAGS)[]).flatMap((flag) =>
      given[flag] === undefined ? [] : [[SITE_FLAGS[flag], given[flag]] as const],
    )
    const installedAt = given.from
    const change: Partial<SiteFacts> = { ...Object.fromEntries(texts), ...(installedAt && { installedAt }) }
    if (Object.keys(change).length === 0) throw new UsageError('site needs at least one option; see --help')
    await changeSite(contextOf('site', db), { code }, change)
    console.log(`site information of ${code} saved`)
  },
  confirm: (asked) => decide(asked, 'confirm', 'the announced antenna is recorded'),
  reject: (asked) => decide(asked, 'reject', 'the record is kept'),
}

async function decide({ db, code }: Asked, decision: AntennaDecision, done: string): Promise<void> {
  const station = await decideAntenna(contextOf(decision, db), { code }, decision)
  console.log(`station ${station.code}: ${done}`)
}

const contextOf = (act: Verb, db: DatabasePool) => commandContext(`station equipment ${act}`, { db })

function idOf({ id }: Given): number {
  if (id === undefined) throw new UsageError('--id is required; "show --json" lists the entries')
  return id
}

function factsOf({ type, serial, firmware, radome, up, east, north }: Given) {
  const said = Object.entries({ type, serial, firmware, radome, up, east, north })
  return Object.fromEntries(said.filter(([, value]) => value !== undefined)) as Partial<EquipmentFacts>
}

async function show({ db, code, given }: Asked): Promise<void> {
  const station = await findStationByCode(db, code)
  if (!station) throw new Refusal('station_not_found', { code })
  const history = await listEquipment(db, station.id)
  const [known, site] = [await readAnnouncedEquipment(db, station.id), await readSiteFacts(db, station.id)]
  const announced = known && { ...known.announced, antennaState: known.antennaState, antennaSince: known.antennaAt }
  if (given.json) return printJson({ equipment: history, site, announced })
  printList(
    false,
    history,
    {
      KIND: ({ kind }) => kind,
      TYPE: ({ type, radome }) => (radome ? `${type} ${radome}` : type),
      SERIAL: ({ serial }) => serial,
      FIRMWARE: ({ firmware }) => firmware,
      HEIGHT: ({ up }) => (up === null ? null : `${up.toFixed(4)} m`),
      FROM: ({ installedAt }) => installedAt,
      UNTIL: ({ removedAt }) => removedAt,
      ORIGIN: ({ origin }: Period) => origin,
    },
    `no equipment of ${station.code} is recorded; the stream fills it in, or use "add"`,
  )
  if (known?.announced.antenna && known.antennaState !== 'agrees')
    console.error(
      `the stream announces another antenna since ${shortTime(known.antennaAt)}: ${antennaText(known.announced.antenna)} (${
        known.antennaState === 'pending' ? 'use "confirm" or "reject"' : 'rejected'
      })`,
    )
}

const CALLED: Readonly<Record<string, string>> = {
  installedAt: '--from',
  removedAt: '--until',
  ...Object.fromEntries(Object.entries(SITE_FLAGS).map(([flag, field]) => [field, `--${flag}`])),
}

const explained = explain({
  title: 'nothing was saved:',
  nameOf: ({ path }) => CALLED[String(path.at(-1))] ?? `--${String(path.at(-1))}`,
})
