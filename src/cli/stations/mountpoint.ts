import {
  addNetworkMountpoint,
  changeNetworkMountpoint,
  removeNetworkMountpoint,
} from '../../actions/network/mountpoints/network.ts'
import { previewMountpoint } from '../../actions/network/mountpoints/preview.ts'
import { addMountpoint, changeMountpoint, removeMountpoint } from '../../actions/network/mountpoints/write.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import {
  ALTERED_CONSTELLATIONS,
  EPHEMERIS_SECONDS,
  NOTHING_ALTERED,
  OBSERVATION_FORMS,
} from '../../domain/network/mountpoints/alteration.ts'
import {
  type AlterationInput,
  alterationFaults,
  normalAlteration,
} from '../../domain/network/mountpoints/alteration-input.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import { firstReportedDay, REPORTED_DAYS } from '../../domain/network/mountpoints/not-converted.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { findMountpoint, listMountpoints } from '../../store/network/mountpoints.ts'
import { findNetworkMountpoint } from '../../store/network/network-mountpoints.ts'
import { listNotConverted } from '../../store/network/not-converted.ts'
import { readNetwork } from '../../store/network/settings.ts'
import { findStation, findStationByCode, listStations } from '../../store/stations/rows.ts'
import { en } from '../../words/en.ts'
import { alterationText } from '../../words/network.ts'
import {
  asJson,
  commandContext,
  decimal,
  group,
  listVerb,
  onFoundation,
  onNewFoundation,
  onOff,
  printFacts,
  text,
  UsageError,
  verb,
  yesOrNo,
} from '../kit/command.ts'
import { explain } from '../kit/refused.ts'
import { ADDED_FLAGS, addedFlag, addedIn } from './added-messages.ts'
import { listNetworkFacts, networkGives, networkWishIn, showNetworkMountpoint } from './network-mountpoints.ts'

const FLAGS = {
  label: text('LABEL', 'name in the sourcetable (default: as its station)'),
  form: text('FORM', `observations as ${OBSERVATION_FORMS.join(', ')}; legacy: 1004 and 1012, for old rovers`),
  constellations: text('SYSTEMS', `only these, such as GPS+GLO, of ${ALTERED_CONSTELLATIONS.join(', ')}`),
  every: decimal('SECONDS', 'only epochs at multiples of this interval, such as 5 or 30; 0: all epochs'),
  keep: text('NUMBERS', 'only these message numbers, such as 1006,1077,1087'),
  drop: text('NUMBERS', 'all messages except these numbers'),
  frame: text('FRAME', 'announce the position in this reference frame, by its key in "vertice network frames"'),
  epoch: decimal(
    'YEAR',
    'the epoch of the announced position, such as 2026.0; default: the epoch that the frame fixes',
  ),
  ...ADDED_FLAGS,
  ephemerides: text(
    'SECONDS',
    `add ephemerides of other stations that the station does not send: ${EPHEMERIS_SECONDS.join(', ')}`,
  ),
  'station-id': text('NUMBER', 'replace the station ID (DF003) in all messages, 0 to 4095'),
  open: yesOrNo('yes: no login required'),
}
const NETWORK_FLAGS = {
  engine: text('URL', 'network mountpoint: its VRS engine, ntrip://user:password@host:port/MOUNT; none: nearest base'),
  group: text('NAME', 'network mountpoint: only the stations of this group serve it; none: all stations'),
}
type Given = { readonly [Name in keyof typeof FLAGS]?: string | number | boolean | undefined }

const add = verb({
  summary: 'create a derived mountpoint of a station, or a further network mountpoint',
  more: 'A derived mountpoint is another name of a station, or its converted or filtered stream. On a network mountpoint, the base nearest to the rover or a VRS engine serves. The default network mountpoint is a setting: vertice network set mountpoint=NAME',
  flags: {
    station: text('CODE', 'the source station of a derived mountpoint'),
    network: onOff('a network mountpoint instead'),
    ...FLAGS,
    ...NETWORK_FLAGS,
  },
  args: ['NAME'],
  async run({ station, network, engine, group: groupName, ...given }, name) {
    if ((station === undefined) === !network) throw new UsageError('use --station CODE or --network')
    await onNewFoundation(async ({ db, keys }) => {
      const change = { ...writtenIn(given), alteration: alterationIn(given, NOTHING_ALTERED) }
      if (station === undefined) {
        const wish = { ...change, ...(await networkWishIn(db, { engine, group: groupName })) }
        await addNetworkMountpoint(commandContext('mountpoint add', { db, keys }), name!, wish).catch(explained)
        console.log(`network mountpoint ${name} created: ${await networkGives(db, name!)}`)
        return
      }
      refuseNetworkFlags({ engine, group: groupName })
      const known = await findStationByCode(db, station)
      if (known) await warnOfLosses(db, known, change.alteration)
      await addMountpoint(commandContext('mountpoint add', { db }), name!, { code: station }, change).catch(explained)
      console.log(`mountpoint ${name} created from ${station}: ${await gives(db, name!)}`)
    })
  },
})

const set = verb({
  summary: 'change a mountpoint, also for connected rovers; "none" clears a setting',
  flags: { name: text('NEW', 'network mountpoint: new name; its rovers stay connected'), ...FLAGS, ...NETWORK_FLAGS },
  args: ['NAME'],
  async run({ name: renamed, engine, group: groupName, ...given }, name) {
    if ([renamed, engine, groupName, ...Object.values(given)].every((value) => value === undefined))
      throw new UsageError('nothing to change; see --help')
    await onFoundation(async ({ db, keys }) => {
      const network = await findNetworkMountpoint(db, name!)
      if (network) {
        const wish = {
          ...writtenIn(given),
          ...(renamed !== undefined && { name: renamed }),
          ...(await networkWishIn(db, { engine, group: groupName })),
          ...(Object.entries(given).some(
            ([flag, value]) => value !== undefined && flag !== 'label' && flag !== 'open',
          ) && {
            alteration: alterationIn(given, network.alteration),
          }),
        }
        const context = commandContext('mountpoint set', { db, keys })
        const changed = await changeNetworkMountpoint(context, name!, wish).catch(explained)
        console.log(`network mountpoint ${changed.name} changed: ${await networkGives(db, changed.name)}`)
        return
      }
      refuseNetworkFlags({ engine, group: groupName, name: renamed })
      const known = await existing(db, name!)
      const change = { ...writtenIn(given), alteration: alterationIn(given, known.alteration) }
      await warnOfLosses(db, (await findStation(db, known.stationId))!, change.alteration)
      await changeMountpoint(commandContext('mountpoint set', { db }), name!, change).catch(explained)
      console.log(`mountpoint ${known.name} changed: ${await gives(db, name!)}`)
    })
  },
})

const list = listVerb(
  'list derived and network mountpoints',
  async ({ db }) => {
    const stations = new Map((await listStations(db)).map((station) => [station.id, station]))
    const made = await listMountpoints(db)
    const networks = await listNetworkFacts(db)
    return [...networks, ...made.map((one) => factsOf(one, stations.get(one.stationId)!))]
  },
  {
    NAME: ({ name }) => name,
    STATION: ({ station, group: groupName }) => station ?? (groupName ? `network, ${groupName}` : 'network'),
    OPEN: ({ isOpen }) => (isOpen ? 'yes' : 'no'),
    GIVES: ({ gives: what }) => what,
  },
  'no mountpoints',
)

const show = verb({
  summary: 'show a derived or network mountpoint',
  flags: asJson,
  args: ['NAME'],
  run: ({ json }, name) =>
    onFoundation(async ({ db }) => {
      const network = (await listNetworkFacts(db)).find((one) => one.name.toLowerCase() === name!.toLowerCase())
      if (network) return showNetworkMountpoint(json, network)
      const known = await existing(db, name!)
      const counts = await listNotConverted(db, [known.id], firstReportedDay(new Date()))
      const notConverted = Object.fromEntries(counts.map(({ reason, times }) => [reason, times]))
      const facts = { ...factsOf(known, (await findStation(db, known.stationId))!), notConverted }
      const leftOut = counts.map(({ reason, times }) => `${times} ${en.network.notConverted[reason]}`)
      printFacts(json, facts, {
        name: facts.name,
        station: facts.station,
        label: facts.label ?? '(as its station)',
        open: facts.isOpen ? 'yes' : 'no',
        gives: facts.gives,
        ...(leftOut.length > 0 && { 'left out': `in ${REPORTED_DAYS} days: ${leftOut.join('; ')}` }),
      })
    }),
})

const remove = verb({
  summary: 'remove a derived or network mountpoint; its rovers are disconnected',
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      const context = commandContext('mountpoint remove', { db })
      if (await findNetworkMountpoint(db, name!)) await removeNetworkMountpoint(context, name!)
      else await removeMountpoint(context, (await existing(db, name!)).name)
      console.log(`mountpoint ${name} removed`)
    }),
})

export const command = group({ add, set, list, show, remove })

const factsOf = ({ name, label, alteration, isOpen, createdAt }: MadeMountpoint, { code }: Station) => ({
  ...{ name, station: code, group: null, label, isOpen, alteration, createdAt },
  gives: alterationText(en, alteration),
})

/** Warns before saving about messages of the station that will be missing. */
async function warnOfLosses(db: Database, station: Station, input: AlterationInput): Promise<void> {
  if (alterationFaults(input).length > 0) return
  const { notConverted } = await previewMountpoint({ db, now: new Date() }, station, normalAlteration(input))
  for (const { type, reason } of notConverted)
    console.error(`message ${type} will be dropped: ${en.network.notConverted[reason]}`)
}

async function gives(db: Database, name: string): Promise<string> {
  return alterationText(en, (await existing(db, name)).alteration)
}

async function existing(db: Database, name: string): Promise<MadeMountpoint> {
  const known = await findMountpoint(db, name)
  if (known) return known
  if ((await readNetwork(db)).mountpoint.toLowerCase() === name.toLowerCase())
    throw new UsageError(`${name} is the default network mountpoint; change it with "vertice network set"`)
  throw new Refusal('mountpoint_not_found', { name })
}

function refuseNetworkFlags(given: Readonly<Record<string, unknown>>): void {
  const [flag] = Object.keys(given).filter((name) => given[name] !== undefined)
  if (flag !== undefined) throw new UsageError(`--${flag} is for network mountpoints`)
}

const writtenIn = ({ label, open }: Given) => ({
  ...(label !== undefined && { label: label === 'none' ? null : String(label) }),
  ...(open !== undefined && { isOpen: open === true }),
})

/** Options that are not given keep their value. */
function alterationIn(
  { form, constellations, every, keep, drop, frame, epoch, ephemerides, 'station-id': stationId, ...given }: Given,
  known: AlterationInput,
): AlterationInput {
  if (keep !== undefined && drop !== undefined) throw new UsageError('use --keep or --drop, not both')
  const rule = keep !== undefined ? 'keep' : 'drop'
  const numbers = keep ?? drop
  return {
    form: form === undefined ? known.form : form === 'none' ? 'as_is' : String(form),
    everySeconds: every === undefined ? known.everySeconds : every === 0 ? null : Number(every),
    constellations:
      constellations === undefined
        ? known.constellations
        : constellations === 'none'
          ? null
          : String(constellations).toUpperCase().split(/[+,]/),
    messages:
      numbers === undefined
        ? known.messages
        : numbers === 'none'
          ? null
          : { rule, types: String(numbers).split(',').map(Number) },
    announced: announcedIn({ frame, epoch }, known),
    added: addedIn(given, known.added),
    ephemerides: ephemeridesIn(ephemerides, known),
    stationNumber: stationId === undefined ? known.stationNumber : stationId === 'none' ? null : Number(stationId),
  }
}

function ephemeridesIn(given: Given['ephemerides'], known: AlterationInput): AlterationInput['ephemerides'] {
  if (given === undefined) return known.ephemerides
  return given === 'none' ? null : { everySeconds: Number(given) }
}

function announcedIn({ frame, epoch }: Given, known: AlterationInput): AlterationInput['announced'] {
  if (frame === 'none') return null
  const key = frame ?? known.announced?.frame
  if (key === undefined) {
    if (epoch !== undefined) throw new UsageError('--epoch needs --frame')
    return null
  }
  const kept = frame === undefined ? known.announced?.epoch : undefined
  return { frame: String(key), epoch: epoch === undefined ? kept : Number(epoch) }
}

const FLAG_OF: Readonly<Record<string, string>> = {
  ...{ name: 'NAME', label: '--label', form: '--form', constellations: '--constellations', everySeconds: '--every' },
  messages: '--keep or --drop',
  announced: '--frame or --epoch',
  ephemerides: '--ephemerides',
  stationNumber: '--station-id',
  engine: '--engine',
}

const explained = explain({
  isUsage: true,
  nameOf({ path: [first, second, third] }) {
    const flag = second === 'added' ? addedFlag(third) : FLAG_OF[String(first === 'alteration' ? second : first)]
    return flag ?? String(first)
  },
})
