import { changeCredential } from '../../actions/credentials/change.ts'
import { issueCredentials } from '../../actions/credentials/issue.ts'
import { changePassword } from '../../actions/credentials/password.ts'
import { placeCredential } from '../../actions/credentials/place.ts'
import { renewCredential } from '../../actions/credentials/renew.ts'
import { resumeCredential, suspendCredential } from '../../actions/credentials/suspend.ts'
import { ensureOwner } from '../../actions/people/owners.ts'
import type { Finding } from '../../domain/credentials/access-findings.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { Geofence, GeofenceWish } from '../../domain/credentials/geofence.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import { networkFor } from '../../domain/network/mountpoints/network-mountpoint.ts'
import { normalizedUsername } from '../../domain/sessions/admission.ts'
import { explainAccess } from '../../reads/explain-access.ts'
import type { Foundation } from '../../start/foundation.ts'
import { findPasses } from '../../store/credentials/passes.ts'
import { loadBook } from '../../store/current/current.ts'
import { GEOFENCE_FORM, geofenceInText } from '../../wire/credentials/geofence-text.ts'
import { groupNameOf } from '../../wire/stations/group.ts'
import { findingText } from '../../words/access.ts'
import { en } from '../../words/en.ts'
import {
  ABOUT_TIMES,
  asJson,
  CommandFailure,
  commandContext,
  decimal,
  fullTime,
  group,
  oneOf,
  onFoundation,
  onOff,
  printFacts,
  printJson,
  required,
  text,
  time,
  UsageError,
  verb,
  whole,
  withDefault,
} from '../kit/command.ts'
import { duration, secondsOf } from '../kit/durations.ts'
import { exportFile, importFile } from './files.ts'

const contextOf = async ({ db, keys, casterDefaults }: Foundation, command = 'credential issue') =>
  commandContext(command, { db, keys, book: await loadBook(db, casterDefaults) })

const validityOf = (said: Parameters<typeof secondsOf>[0]) =>
  secondsOf(said, MIN_VALIDITY_SECONDS, MAX_VALIDITY_SECONDS)

const place = {
  lat: decimal('DEGREES', 'registered latitude of its rover, in decimal degrees'),
  lng: decimal('DEGREES', 'registered longitude of its rover, in decimal degrees'),
}

const fence = {
  fence: text('AREA', `geofence: ${GEOFENCE_FORM}`),
  'on-base': oneOf(
    ['tell', 'cut'],
    'with --fence, for a rover outside that uses a single base: record it (tell, default) or disconnect it (cut)',
  ),
}

function geofenceFrom(said: {
  fence: string | undefined
  'on-base': 'tell' | 'cut' | undefined
}): GeofenceWish | undefined {
  const onBase = said['on-base']
  if (said.fence === undefined) {
    if (onBase) throw new UsageError('--on-base requires --fence; see --help')
    return undefined
  }
  const wish = geofenceInText(said.fence)
  if (!wish) throw new UsageError(`--fence: expected ${GEOFENCE_FORM}, got "${said.fence}"`)
  return { ...wish, ...(onBase && { onBase }) }
}

function placeFrom({ lat, lng }: { lat: number | undefined; lng: number | undefined }): Position | null {
  if (lat === undefined && lng === undefined) return null
  return { lat: degrees('--lat', lat, 90), lng: degrees('--lng', lng, 180) }
}

function degrees(name: string, value: number | undefined, most: number): number {
  if (value === undefined) throw new UsageError(`${name} is required too; see --help`)
  if (Math.abs(value) <= most) return value
  throw new UsageError(`${name}: expected decimal degrees from -${most} to ${most}, got "${value}"`)
}

const issue = verb({
  summary: 'issue a credential and print its connection details',
  more: `Without --station, the credential gives access to the network mountpoint; with --group, to the mountpoints of the group and the network mountpoint within the group. Units of time add up: --days 1 --hours 12. ${ABOUT_TIMES}

On the network mountpoint, a device that sends no position (GGA) is served for --lat, --lng until it sends one. With --fence the device must send its position: on the network mountpoint it receives data only inside the geofence; on a single base, being outside is recorded or ends the session (--on-base).`,
  flags: {
    owner: required(text('NAME', 'its organization; created if new')),
    ...duration,
    station: text('CODE', 'give access to this station'),
    group: text('NAME', 'give access to this station group instead of a station'),
    start: time('start of the validity (default: now)'),
    label: text('TEXT', 'label for your own use'),
    sessions: withDefault(1, whole('N', 'max simultaneous connections', { from: 1, to: 1000 })),
    'when-full': withDefault(
      'replace',
      oneOf(['replace', 'refuse'], 'a connection beyond the limit replaces the oldest or is rejected'),
    ),
    ...place,
    ...fence,
    ...asJson,
  },
  async run({ owner: ownerName, json, start, ...said }) {
    const validitySeconds = validityOf(said)
    const wanted = placeFrom(said)
    const geofence = geofenceFrom(said)
    await onFoundation(async (foundation) => {
      const context = await contextOf(foundation)
      const request = {
        validitySeconds,
        stationId: undefined,
        stationCode: said.station,
        group: said.group,
        startsAt: start?.toISOString(),
        label: said.label,
        customerName: undefined,
        customerEmail: undefined,
        sendEmail: false,
        maxSessions: said.sessions,
        whenFull: said['when-full'],
        ...(wanted && { place: wanted }),
        ...(geofence && { fence: geofence }),
      }
      // One transaction, so that a mistyped station does not leave a new owner behind.
      const { credential, secrets } = await context.db.transaction(async (tx) => {
        const inside = { ...context, db: tx }
        const { id: ownerId } = await ensureOwner(inside, ownerName)
        const [issued] = await issueCredentials(inside, 'all', ownerId, [request])
        return issued!
      })
      const station = credential.stationId === null ? null : context.book.byId.get(credential.stationId)
      const network = networkFor(credential.groupId, context.book)
      const issued = {
        id: credential.id,
        casterHost: network.casterHost,
        casterPort: network.casterPort,
        mountpoint: station?.mountpoint ?? network.mountpoint,
        group: groupNameOf(credential.groupId, context.book.groups),
        username: credential.username,
        password: secrets.password,
        startsAt: credential.startsAt,
        expiresAt: credential.expiresAt,
        fence: credential.geofence,
      }
      printFacts(json, issued, {
        id: issued.id,
        caster: issued.casterHost,
        port: issued.casterPort,
        mountpoint: issued.mountpoint,
        ...(issued.group !== null && { group: issued.group }),
        user: issued.username,
        password: issued.password,
        valid: `${fullTime(issued.startsAt)} to ${fullTime(issued.expiresAt)}`,
        ...(issued.fence && { area: areaText(issued.fence) }),
      })
    })
  },
})

const placeVerb = verb({
  summary: 'set or clear the registered location of its rover',
  args: ['USER'],
  flags: { ...place, none: onOff('clear the location') },
  async run({ none, ...said }, user) {
    const wanted = placeFrom(said)
    if (none === (wanted !== null)) throw new UsageError('use --lat and --lng, or --none')
    await onCredential('place', user, async (context, id) => {
      await placeCredential(context, 'all', id, wanted)
      return wanted ? `registered at ${wanted.lat}, ${wanted.lng}` : 'registered location cleared'
    })
  },
})

const areaText = (area: Geofence) =>
  area.shape === 'circle'
    ? `within ${area.radiusKm} km of ${area.lat}, ${area.lng}`
    : `within a polygon of ${area.points.length} points`

const geofenceVerb = verb({
  summary: 'set or clear its geofence; connected rovers are disconnected and reconnect under the new one',
  args: ['USER'],
  flags: { ...fence, none: onOff('clear the geofence') },
  async run({ none, ...said }, user) {
    const wanted = geofenceFrom(said)
    if (none === (wanted !== undefined)) throw new UsageError('use --fence or --none')
    await onCredential('fence', user, async (context, id) => {
      const { credential } = await changeCredential(context, 'all', id, { fence: wanted ?? null })
      return credential.geofence ? `valid ${areaText(credential.geofence)}` : 'valid anywhere'
    })
  },
})

type Context = Awaited<ReturnType<typeof contextOf>>

async function onCredential(
  verb: string,
  typed: string,
  work: (context: Context, id: number) => Promise<string>,
): Promise<void> {
  const username = normalizedUsername(typed)
  await onFoundation(async (foundation) => {
    const context = await contextOf(foundation, `credential ${verb}`)
    const [pass] = await findPasses(context.db, [username])
    if (!pass) throw new CommandFailure(`no credential has the username ${username}`)
    console.log(`${username}: ${await work(context, pass.id)}`)
  })
}

const renew = verb({
  summary: 'extend its validity; username and password stay the same',
  more: 'An expired credential becomes active again. Units of time add up: --days 1 --hours 12.',
  args: ['USER'],
  flags: duration,
  async run(said, user) {
    const seconds = validityOf(said)
    await onCredential('renew', user, async (context, id) => {
      const { expiresAt } = await renewCredential(context, 'all', id, seconds)
      return `active until ${fullTime(expiresAt)}`
    })
  },
})

const suspend = verb({
  summary: 'suspend it until resumed; connected rovers are disconnected, the expiry date does not change',
  args: ['USER'],
  run: (_, user) =>
    onCredential('suspend', user, async (context, id) => {
      const { changed } = await suspendCredential(context, 'all', id)
      return changed ? 'suspended' : 'already suspended'
    }),
})

const resume = verb({
  summary: 'resume a suspended credential',
  args: ['USER'],
  run: (_, user) =>
    onCredential('resume', user, async (context, id) => {
      const { changed } = await resumeCredential(context, 'all', id)
      return changed ? 'resumed' : 'was not suspended'
    }),
})

const password = verb({
  summary: 'generate and print a new password; connected rovers are disconnected',
  args: ['USER'],
  run: (_, user) =>
    onCredential('password', user, async (context, id) => {
      const { secrets } = await changePassword(context, 'all', id)
      return `new password: ${secrets.password}`
    }),
})

const bytes = (count: number) => `${count} bytes`

const why = verb({
  summary: 'explain why this user can or cannot connect',
  args: ['USER'],
  flags: asJson,
  run: ({ json }, user) =>
    onFoundation(async (foundation) => {
      const found = await explainAccess(await contextOf(foundation), user)
      const textWith = (time: (at: Date) => string) => (finding: Finding) => findingText(en, finding, { time, bytes })
      if (json) return printJson(found.map((one) => ({ ...one, text: textWith((at) => at.toISOString())(one) })))
      for (const text of found.map(textWith(fullTime))) console.log(text)
    }),
})

export const command = group(
  {
    issue,
    place: placeVerb,
    fence: geofenceVerb,
    renew,
    suspend,
    resume,
    password,
    why,
    import: importFile,
    export: exportFile,
  },
  'Every change is recorded in the audit log.',
)
