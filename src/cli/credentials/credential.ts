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
import { usernameAsMeant } from '../../domain/sessions/admission.ts'
import { whyNoAccess } from '../../reads/explain-access.ts'
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
  lat: decimal('DEGREES', 'where its rover works, in decimal degrees'),
  lng: decimal('DEGREES', 'goes with --lat'),
}

const fence = {
  fence: text('AREA', `where it may be used: ${GEOFENCE_FORM}`),
  'on-base': oneOf(['tell', 'cut'], 'with --fence: what happens on a base to a rover outside; else tell'),
}

function geofenceFrom(said: {
  fence: string | undefined
  'on-base': 'tell' | 'cut' | undefined
}): GeofenceWish | undefined {
  const onBase = said['on-base']
  if (said.fence === undefined) {
    if (onBase) throw new UsageError('--on-base goes with --fence; see --help')
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
  if (value === undefined) throw new UsageError(`${name} is needed too; see --help`)
  if (Math.abs(value) <= most) return value
  throw new UsageError(`${name}: expected decimal degrees from -${most} to ${most}, got "${value}"`)
}

const issue = verb({
  summary: 'makes a credential by hand and prints how to connect',
  more: `Without --station it opens the network mountpoint; with --group the mountpoints of its stations, and the network mountpoint within the group. Units of time add up: --days 1 --hours 12. ${ABOUT_TIMES}

A device that sends no position (GGA) gets the base of --lat, --lng on the network mountpoint, until it has said itself where it is. With --fence it must say so: on the network mountpoint it gets data only inside, on a base its record tells that it is outside, or its session ends.`,
  flags: {
    owner: required(text('NAME', 'whose it is; made when new')),
    ...duration,
    station: text('CODE', 'the station that it opens'),
    group: text('NAME', 'the group of stations that it opens, instead of a station'),
    start: time('when it begins to serve; else now'),
    label: text('TEXT', 'what you know it by'),
    sessions: withDefault(1, whole('N', 'so many rovers may be connected with it at once', { from: 1, to: 1000 })),
    'when-full': withDefault('replace', oneOf(['replace', 'refuse'], 'one more replaces the oldest, or is refused')),
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
      const { network } = context.book
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
        'in force': `${fullTime(issued.startsAt)} to ${fullTime(issued.expiresAt)}`,
        ...(issued.fence && { area: areaText(issued.fence) }),
      })
    })
  },
})

const placeVerb = verb({
  summary: 'registers where its rover works, or forgets it',
  args: ['USER'],
  flags: { ...place, none: onOff('forgets it') },
  async run({ none, ...said }, user) {
    const wanted = placeFrom(said)
    if (none === (wanted !== null)) throw new UsageError('give --lat and --lng, or --none')
    await onCredential('place', user, async (context, id) => {
      await placeCredential(context, 'all', id, wanted)
      return wanted ? `registered at ${wanted.lat}, ${wanted.lng}` : 'has no registered place now'
    })
  },
})

const areaText = (area: Geofence) =>
  area.shape === 'circle'
    ? `within ${area.radiusKm} km of ${area.lat}, ${area.lng}`
    : `within a polygon of ${area.points.length} points`

const geofenceVerb = verb({
  summary: 'says where it may be used, or that it may be anywhere; connected rovers are cut and come in anew',
  args: ['USER'],
  flags: { ...fence, none: onOff('it may be used anywhere') },
  async run({ none, ...said }, user) {
    const wanted = geofenceFrom(said)
    if (none === (wanted !== undefined)) throw new UsageError('give --fence, or --none')
    await onCredential('fence', user, async (context, id) => {
      const { credential } = await changeCredential(context, 'all', id, { fence: wanted ?? null })
      return credential.geofence ? `may be used ${areaText(credential.geofence)}` : 'may be used anywhere'
    })
  },
})

type Context = Awaited<ReturnType<typeof contextOf>>

async function onCredential(
  verb: string,
  typed: string,
  work: (context: Context, id: number) => Promise<string>,
): Promise<void> {
  const username = usernameAsMeant(typed)
  await onFoundation(async (foundation) => {
    const context = await contextOf(foundation, `credential ${verb}`)
    const [pass] = await findPasses(context.db, [username])
    if (!pass) throw new CommandFailure(`no credential has the user name ${username}`)
    console.log(`${username}: ${await work(context, pass.id)}`)
  })
}

const renew = verb({
  summary: 'gives it more time, with the same user and password',
  more: 'One that has expired serves again. Units of time add up: --days 1 --hours 12.',
  args: ['USER'],
  flags: duration,
  async run(said, user) {
    const seconds = validityOf(said)
    await onCredential('renew', user, async (context, id) => {
      const { expiresAt } = await renewCredential(context, 'all', id, seconds)
      return `in force until ${fullTime(expiresAt)}`
    })
  },
})

const suspend = verb({
  summary: 'takes it out of service until it is resumed; connected rovers are cut, its time goes on',
  args: ['USER'],
  run: (_, user) =>
    onCredential('suspend', user, async (context, id) => {
      const { changed } = await suspendCredential(context, 'all', id)
      return changed ? 'suspended' : 'was suspended already'
    }),
})

const resume = verb({
  summary: 'puts it back into service',
  args: ['USER'],
  run: (_, user) =>
    onCredential('resume', user, async (context, id) => {
      const { changed } = await resumeCredential(context, 'all', id)
      return changed ? 'resumed' : 'was not suspended'
    }),
})

const password = verb({
  summary: 'makes a new password and prints it; whoever is connected with the old one is cut',
  args: ['USER'],
  run: (_, user) =>
    onCredential('password', user, async (context, id) => {
      const { secrets } = await changePassword(context, 'all', id)
      return `the new password is ${secrets.password}`
    }),
})

const bytes = (count: number) => `${count} bytes`

const why = verb({
  summary: 'says in words why this user can or cannot connect',
  args: ['USER'],
  flags: asJson,
  run: ({ json }, user) =>
    onFoundation(async (foundation) => {
      const found = await whyNoAccess(await contextOf(foundation), user)
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
  'What is issued and changed here is in the audit log.',
)
