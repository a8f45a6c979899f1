import { issueCredentials } from '../actions/credentials/issue.ts'
import { placeCredential } from '../actions/credentials/place.ts'
import { ensureOwner } from '../actions/people/owners.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../domain/credentials/credential.ts'
import type { Position } from '../domain/geometry/geodesy.ts'
import { usernameAsMeant, type WhenFull } from '../domain/sessions/admission.ts'
import { whyNoAccess } from '../reads/explain-access.ts'
import type { Foundation } from '../start/foundation.ts'
import { findPasses } from '../store/credentials/passes.ts'
import { loadBook } from '../store/current/current.ts'
import { findingText } from '../words/access.ts'
import { en } from '../words/en.ts'
import { CommandFailure, deedBy, needed, onFoundation, read, UsageError, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice credential issue --owner NAME --segundos N [--station CODE] [--inicia DATE] [--label TEXT]
                                [--sessions N] [--when-full replace|refuse] [--lat DEGREES --lng DEGREES]
       vertice credential place USUARIO --lat DEGREES --lng DEGREES | --none
       vertice credential why USUARIO

issue   makes a credential by hand and prints how to connect. Without --station it opens the network mountpoint.
        --sessions (1) rovers may be connected with it at once; one more replaces the oldest, or is refused
        --lat, --lng: where its rover works, as decimal degrees. A device that sends no position (GGA) gets the base of that
        place on the network mountpoint, until it has said itself where it is
place   registers that place later, or forgets it (--none)
why     says in words why this user can or cannot connect

What is issued and changed here is in the audit log.`,
  { issue, place, why },
)

const contextOf = async ({ db, keys, casterDefaults }: Foundation, command = 'credential issue') =>
  deedBy(command, { db, keys, book: await loadBook(db, casterDefaults) })

async function issue(args: string[]): Promise<undefined> {
  const text = { type: 'string' } as const
  const { values } = read(args, {
    owner: text,
    segundos: text,
    station: text,
    inicia: text,
    label: text,
    sessions: { type: 'string', default: '1' },
    'when-full': { type: 'string', default: 'replace' },
    lat: text,
    lng: text,
  })
  const ownerName = needed(values.owner, '--owner')
  const validitySeconds = whole('--segundos', values.segundos, MIN_VALIDITY_SECONDS, MAX_VALIDITY_SECONDS)
  const maxSessions = whole('--sessions', values.sessions, 1, 1000)
  const whenFull = values['when-full']
  if (whenFull !== 'replace' && whenFull !== 'refuse') throw new UsageError('--when-full: replace or refuse')
  const wanted = placeFrom(values)
  await onFoundation(async (foundation) => {
    const context = await contextOf(foundation)
    const request = {
      validitySeconds,
      stationId: undefined,
      stationCode: values.station,
      startsAt: values.inicia,
      label: values.label,
      customerName: undefined,
      customerEmail: undefined,
      sendEmail: false,
      maxSessions,
      whenFull: whenFull as WhenFull,
      ...(wanted && { place: wanted }),
    }
    // Together: who mistypes the station leaves no owner behind.
    const { credential, secrets } = await context.db.transaction(async (tx) => {
      const inside = { ...context, db: tx }
      const { id: ownerId } = await ensureOwner(inside, ownerName)
      const [issued] = await issueCredentials(inside, 'all', ownerId, [request])
      return issued!
    })
    const station = credential.stationId === null ? null : context.book.byId.get(credential.stationId)
    const { network } = context.book
    console.log(`id          ${credential.id}
caster      ${network.casterHost}
port        ${network.casterPort}
mountpoint  ${station?.mountpoint ?? network.mountpoint}
user        ${credential.username}
password    ${secrets.password}
in force    ${credential.startsAt.toISOString()} to ${credential.expiresAt.toISOString()}`)
  })
}

/** null: none was given. */
function placeFrom({ lat, lng }: { lat?: string; lng?: string }): Position | null {
  if (lat === undefined && lng === undefined) return null
  return { lat: degrees('--lat', lat, 90), lng: degrees('--lng', lng, 180) }
}

function degrees(name: string, value: string | undefined, most: number): number {
  const number = Number(needed(value, name))
  if (Number.isFinite(number) && Math.abs(number) <= most) return number
  throw new UsageError(`${name}: expected decimal degrees from -${most} to ${most}, got "${value}"`)
}

async function place(args: string[]): Promise<undefined> {
  const text = { type: 'string' } as const
  const { values, positionals } = read(args, { lat: text, lng: text, none: { type: 'boolean', default: false } })
  const username = usernameAsMeant(needed(positionals[0], 'USUARIO'))
  const wanted = placeFrom(values)
  if (values.none === (wanted !== null)) throw new UsageError('give --lat and --lng, or --none')
  await onFoundation(async (foundation) => {
    const context = await contextOf(foundation, 'credential place')
    const [pass] = await findPasses(context.db, [username])
    if (!pass) throw new CommandFailure(`no credential has the user name ${username}`)
    await placeCredential(context, 'all', pass.id, wanted)
    console.log(
      wanted ? `${username}: registered at ${wanted.lat}, ${wanted.lng}` : `${username}: has no registered place now`,
    )
  })
}

function whole(name: string, value: string | undefined, least: number, most: number): number {
  const number = Number(needed(value, name))
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new UsageError(`${name}: expected a whole number from ${least} to ${most}, got "${value}"`)
}

const FIGURES = {
  time: (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`,
  bytes: (count: number) => `${count} bytes`,
}

async function why(args: string[]): Promise<undefined> {
  const username = needed(read(args, {}).positionals[0], 'USUARIO')
  await onFoundation(async (foundation) => {
    for (const finding of await whyNoAccess(await contextOf(foundation), username))
      console.log(findingText(en, finding, FIGURES))
  })
}
