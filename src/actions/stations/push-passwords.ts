// Push passwords of many stations at once: to move from another caster, and to hand them to the people in the field.

import { pushContext } from '../../base/secrets/contexts.ts'
import type { KeyRing } from '../../base/secrets.ts'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid } from '../../domain/codes/refusal.ts'
import { type GivenPushPassword, isWeakPushPassword, pushPasswordFault } from '../../domain/stations/push-password.ts'
import type { Database } from '../../store/kit/database.ts'
import { listStations, lockStations } from '../../store/stations/rows.ts'
import { listPushSecrets, writePushSecret } from '../../store/stations/sources.ts'
import { type KeyedContext, record } from '../context.ts'

export interface SetPushPasswords {
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  /** Mountpoints of the file that no station has; only if unknown ones are skipped. */
  readonly unknown: readonly string[]
  readonly weak: number
}

interface Options {
  readonly skipsUnknown: boolean
  /** Without it, a station that has another password is an error: its receiver would no longer be admitted. */
  readonly replaces: boolean
  /** Faults that the parser of the file already found. */
  readonly found?: readonly FieldFault[]
}

/** All or nothing. Paths of faults start with the index in `given`. */
export function setPushPasswords(
  context: KeyedContext,
  given: readonly GivenPushPassword[],
  options: Options,
): Promise<SetPushPasswords> {
  const { keys } = context
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const { faults, changes, unchanged, unknown } = plan(await readByMountpoint(tx, keys), given, options)
    if (faults.length > 0) throw allInvalid(faults)
    for (const { id, password } of changes) await writePushSecret(tx, id, keys.encrypt(password, pushContext(id)))
    const added = changes.filter(({ isNew }) => isNew).length
    const counts = { added, replaced: changes.length - added, unchanged }
    const codes = changes.map(({ code }) => code)
    await record(tx, context, { action: 'stations.secrets_set', details: { ...counts, codes } })
    return { ...counts, unknown, weak: changes.filter(({ password }) => isWeakPushPassword(password)).length }
  })
}

interface PushingStation {
  readonly id: number
  readonly code: string
  readonly mountpoint: string
  readonly isUpstream: boolean
  readonly password: string | null
}

interface Change {
  readonly id: number
  readonly code: string
  readonly password: string
  readonly isNew: boolean
}

function plan(
  stations: ReadonlyMap<string, PushingStation>,
  given: readonly GivenPushPassword[],
  { skipsUnknown, replaces, found = [] }: Options,
) {
  const faults: FieldFault[] = [...found]
  const changes: Change[] = []
  const unknown: string[] = []
  let unchanged = 0
  const unparsed = new Set(found.map(({ path: [index] }) => index))
  const seen = new Set<string>()
  for (const [index, { mountpoint, password }] of given.entries()) {
    if (unparsed.has(index)) continue
    const name = mountpoint.toLowerCase()
    const station = stations.get(name)
    const fault = faultOf(station, { mountpoint, password }, { isRepeated: seen.has(name), replaces })
    seen.add(name)
    if (fault?.code === 'unknown_mountpoint' && skipsUnknown) unknown.push(mountpoint)
    else if (fault) faults.push({ ...fault, path: [index, ...fault.path] })
    else if (station!.password === password) unchanged += 1
    else changes.push({ id: station!.id, code: station!.code, password, isNew: station!.password === null })
  }
  return { faults, changes, unchanged, unknown }
}

/** `null` if the password can be set. */
function faultOf(
  station: PushingStation | undefined,
  { mountpoint, password }: GivenPushPassword,
  { isRepeated, replaces }: { readonly isRepeated: boolean; readonly replaces: boolean },
): FieldFault | null {
  const wrongPassword = pushPasswordFault(password)
  if (wrongPassword) return { path: ['password'], ...wrongPassword }
  if (isRepeated) return wrong(['mountpoint'], 'twice_in_list', { code: mountpoint })
  if (!station) return wrong(['mountpoint'], 'unknown_mountpoint', { name: mountpoint })
  const { code, isUpstream } = station
  if (isUpstream) return wrong(['mountpoint'], 'source_of_upstream', { code })
  const isOther = station.password !== null && station.password !== password
  return isOther && !replaces ? wrong(['password'], 'push_password_other', { code }) : null
}

export interface ShownPushPassword {
  readonly code: string
  readonly mountpoint: string
  readonly password: string
}

/** Stations without a push password are left out. */
export function showPushPasswords(context: KeyedContext): Promise<ShownPushPassword[]> {
  return context.db.transaction(async (tx) => {
    const shown = [...(await readByMountpoint(tx, context.keys)).values()].flatMap(({ code, mountpoint, password }) =>
      password === null ? [] : [{ code, mountpoint, password }],
    )
    const codes = shown.map(({ code }) => code)
    await record(tx, context, { action: 'stations.secrets_shown', details: { count: shown.length, codes } })
    return shown
  })
}

/** Active stations by their mountpoint in lower case. */
async function readByMountpoint(tx: Database, keys: KeyRing): Promise<ReadonlyMap<string, PushingStation>> {
  const secrets = new Map((await listPushSecrets(tx)).map(({ stationId, secret }) => [stationId, secret]))
  const active = (await listStations(tx)).filter(({ archived }) => !archived)
  return new Map(
    active.map(({ id, code, mountpoint, upstream }) => {
      const secret = secrets.get(id)
      const password = secret ? keys.decrypt(secret, pushContext(id)) : null
      return [mountpoint.toLowerCase(), { id, code, mountpoint, isUpstream: Boolean(upstream), password }]
    }),
  )
}
