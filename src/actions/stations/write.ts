// Inserts or updates stations by code, all or nothing. Every action that saves stations uses this.

import { type InSteps, inTurns, mapInSteps } from '../../base/running/turns.ts'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid } from '../../domain/codes/refusal.ts'
import { frameFaults, UNKNOWN_FRAME, withWholeFrame } from '../../domain/network/frame.ts'
import { altersNothing } from '../../domain/network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import { missingInNewStation, type StationInput, stationErrors } from '../../domain/stations/input.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isUnmeasured, statusAt } from '../../domain/stations/status.ts'
import type { Database } from '../../store/kit/database.ts'
import { listMountpoints } from '../../store/network/mountpoints.ts'
import { forgetOffsets } from '../../store/stations/health.ts'
import { markPositionsKnown, writePositionAck } from '../../store/stations/positions.ts'
import {
  insertStations,
  insertStatusChanges,
  listStations,
  lockStations,
  updateStations,
} from '../../store/stations/rows.ts'
import { networkNames } from '../network/mountpoints/names.ts'
import { emitStatusChanges } from './events.ts'

export interface WrittenStation {
  readonly id: number
  /** State before the write; undefined if new. */
  readonly known: Station | undefined
}

/**
 * Call in the transaction of the action. Results are in the order of `inputs`; paths of faults start with the index.
 * `found`: faults that the parser of the inputs already found.
 */
export async function writeStations(
  tx: Database,
  inputs: readonly StationInput[],
  now: Date,
  found: readonly FieldFault[] = [],
): Promise<WrittenStation[]> {
  await lockStations(tx)
  const existing = new Map((await listStations(tx)).map((station) => [station.code.toLowerCase(), station]))
  const networks = await networkNames(tx)
  const errors = await inTurns(ruleErrors(inputs, found, existing, networks, await listMountpoints(tx)))
  if (errors.length > 0) throw allInvalid(errors)

  const pairs = inputs.map((input) => ({ input, known: existing.get(input.code.toLowerCase()) }))
  // Update known stations first: they may free a mountpoint that a new one takes.
  await update(
    tx,
    pairs.flatMap(({ input, known }) => (known ? [{ input, known }] : [])),
    now,
  )
  const created = await create(
    tx,
    pairs.filter(({ known }) => !known).map(({ input }) => input),
    now,
  )
  return pairs.map(({ known }) => ({ id: known?.id ?? created.shift()!, known }))
}

/** Validates the inputs; `existing` is keyed by lowercase code. `networks`: names of the network mountpoints. */
export function* ruleErrors(
  inputs: readonly StationInput[],
  found: readonly FieldFault[],
  existing: ReadonlyMap<string, Station>,
  networks: readonly string[],
  made: readonly MadeMountpoint[] = [],
): InSteps<FieldFault[]> {
  const unreadable = new Set(found.map(({ path: [index] }) => index))
  const own = yield* mapInSteps(inputs, (input, index) => inputErrors(input, existing).map((error) => at(index, error)))
  const rules = [...own.flat(), ...doublets(inputs, existing, networks, made), ...unread(inputs, existing, made)]
  // Inputs that could not be parsed are not validated further.
  return [...found, ...rules.filter(({ path: [index] }) => !unreadable.has(index!))]
}

const at = (index: number, error: FieldFault): FieldFault => ({ ...error, path: [index, ...error.path] })

function inputErrors(input: StationInput, existing: ReadonlyMap<string, Station>): FieldFault[] {
  const known = existing.get(input.code.toLowerCase())
  const missing = known ? [] : missingInNewStation(input)
  return [...stationErrors(input), ...frameFaults(input, known ?? UNKNOWN_FRAME), ...missing]
}

const NETWORK = Symbol('network')
const MADE = Symbol('made')

/** Finds duplicate codes, and mountpoints taken by another active station, the network or a derived mountpoint. */
function doublets(
  inputs: readonly StationInput[],
  existing: ReadonlyMap<string, Station>,
  networks: readonly string[],
  made: readonly MadeMountpoint[],
): FieldFault[] {
  const errors: FieldFault[] = []
  const codes = new Set<string>()
  const named = new Set(inputs.map((input) => input.code.toLowerCase()))
  /** Holder of each mountpoint: a station code, the network, or a derived mountpoint. */
  const taken = new Map<string, string | typeof NETWORK | typeof MADE>(
    made.map(({ name }) => [name.toLowerCase(), MADE]),
  )
  for (const name of networks) taken.set(name.toLowerCase(), NETWORK)
  for (const [code, station] of existing) {
    if (!named.has(code) && !station.archived) taken.set(station.mountpoint.toLowerCase(), station.code)
  }
  inputs.forEach((input, index) => {
    const code = input.code.toLowerCase()
    if (codes.has(code)) {
      errors.push(wrong([index, 'code'], 'twice_in_list', { code: input.code }))
      return
    }
    codes.add(code)
    const mountpoint = mountpointOf(input, existing.get(code))
    const holder = taken.get(mountpoint.toLowerCase())
    const path = [index, 'mountpoint']
    if (holder === NETWORK) errors.push(wrong(path, 'mountpoint_of_network', { mountpoint }))
    else if (holder === MADE) errors.push(wrong(path, 'mountpoint_exists', { mountpoint }))
    else if (holder !== undefined) errors.push(wrong(path, 'mountpoint_of_station', { mountpoint, code: holder }))
    taken.set(mountpoint.toLowerCase(), input.code)
  })
  return errors
}

/** A station with converted mountpoints must stay RTCM. */
function unread(
  inputs: readonly StationInput[],
  existing: ReadonlyMap<string, Station>,
  made: readonly MadeMountpoint[],
): FieldFault[] {
  return inputs.flatMap(({ code, isRtcm }, index) => {
    const known = isRtcm === false ? existing.get(code.toLowerCase()) : undefined
    const altered = made.filter(({ stationId, alteration }) => stationId === known?.id && !altersNothing(alteration))
    const names = altered.map(({ name }) => name)
    return names.length > 0 ? [wrong([index, 'isRtcm'], 'altered_mountpoints', { names })] : []
  })
}

const mountpointOf = (input: StationInput, existing: Station | undefined) =>
  input.mountpoint ?? existing?.mountpoint ?? input.code

async function create(tx: Database, inputs: readonly StationInput[], now: Date): Promise<number[]> {
  if (inputs.length === 0) return []
  const ids = await insertStations(
    tx,
    inputs.map((input) => ({ ...withWholeFrame(input, UNKNOWN_FRAME), mountpoint: mountpointOf(input, undefined) })),
  )
  const changes = ids.map((stationId, index) => ({
    stationId,
    status: inputs[index]!.declaredStatus ?? 'online',
    measured: inputs[index]!.declaredStatus === 'maintenance',
  }))
  await insertStatusChanges(tx, changes, now)
  return ids
}

async function update(
  tx: Database,
  pairs: readonly { input: StationInput; known: Station }[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return
  await updateStations(
    tx,
    pairs.map(({ input, known }) => ({
      ...withWholeFrame(input, known),
      id: known.id,
      mountpoint: mountpointOf(input, known),
    })),
  )
  const elsewhere = pairs.filter(({ input, known }) => isElsewhere(input, known)).map(({ known }) => known.id)
  if (elsewhere.length > 0) {
    await writePositionAck(tx, elsewhere, null)
    await markPositionsKnown(tx, elsewhere)
    await forgetOffsets(tx, elsewhere)
  }
  const changes = pairs.flatMap(({ input, known }) => {
    const saved = asSaved(input, known)
    const status = statusAt(saved, now)
    const previous = statusAt(known, now)
    return known.archived || status !== previous
      ? [{ stationId: known.id, station: saved, status, previous, measured: !isUnmeasured(saved, now) }]
      : []
  })
  await insertStatusChanges(
    tx,
    changes.map(({ stationId, status, measured }) => ({ stationId, status, measured })),
    now,
  )
  // A restored station with the same status emits no event.
  await emitStatusChanges(
    tx,
    changes.filter(({ status, previous }) => status !== previous),
    now,
  )
}

const isElsewhere = ({ lat, lng }: StationInput, known: Station) =>
  (lat !== undefined && lat !== known.lat) || (lng !== undefined && lng !== known.lng)

/** The fields that determine the status, after saving. */
function asSaved(input: StationInput, known: Station): Station {
  const declared = { ...known, declaredStatus: input.declaredStatus ?? known.declaredStatus }
  if (!isElsewhere(input, known)) return declared
  const { lat = known.lat, lng = known.lng } = input
  const health = known.health && { ...known.health, positionOffsetM: null }
  return { ...declared, lat, lng, positionAckedAt: null, health }
}
