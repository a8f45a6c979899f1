// Applies what a stream announces about its equipment, and the operator's decision about a changed antenna.
import {
  type AnnouncedEquipment,
  type AntennaDecision,
  antennaFacts,
  antennaStateOf,
  antennaStep,
  combined,
  completed,
  isContradicting,
  isOtherAntenna,
  isSameAnnouncement,
  type Recorded,
  receiverFacts,
  receiverStep,
  type Step,
} from '../../domain/archive/announced.ts'
import { current, type EquipmentFacts, type EquipmentKind, type Period } from '../../domain/archive/equipment.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database, Transaction } from '../../store/kit/database.ts'
import {
  deleteEquipment,
  endEquipmentAt,
  insertEquipment,
  type KnownStream,
  listEquipment,
  readAnnouncedEquipment,
  updateEquipment,
  writeAnnouncedEquipment,
} from '../../store/stations/equipment.ts'
import { type ActionContext, record } from '../context.ts'
import { toldPeriod } from './equipment.ts'
import { lockActiveStation, type StationRef } from './find.ts'

export interface Announcement {
  readonly told: AnnouncedEquipment
  readonly since: Date
  /** Announced without a change for long enough to change a record. */
  readonly isSteady: boolean
}

/** Idempotent. Only an announcement that contradicts the previous one must be steady. */
export async function recordAnnounced(
  context: ActionContext,
  stationId: number,
  announcement: Announcement,
): Promise<void> {
  const { since, isSteady } = announcement
  const isOld = ({ announced }: KnownStream) => {
    const told = combined(announced, announcement.told)
    return isSameAnnouncement(announced, told) || (!isSteady && isContradicting(announced, told))
  }
  // Every node asks once about each station that it receives, mostly without news.
  const before = await readAnnouncedEquipment(context.db, stationId)
  if (before && isOld(before)) return
  await context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, { id: stationId })
    const known = await readAnnouncedEquipment(tx, stationId)
    if (known && isOld(known)) return
    const told = combined(known?.announced ?? null, announcement.told)
    const history = await listEquipment(tx, stationId)
    const of = (kind: EquipmentKind): Recorded => ({
      installed: current(history, kind),
      hasHistory: history.some((period) => period.kind === kind),
    })
    const [receiver, antenna] = [of('receiver'), of('antenna')]
    const step = receiverStep(receiver, known?.announced.receiver ?? null, told.receiver)
    const facts = told.receiver && receiverFacts(told.receiver)
    await apply(tx, context, station, { step, facts, installed: receiver.installed, since })
    const antennaFactsTold = told.antenna && antennaFacts(told.antenna)
    const next = antennaStep(antenna, told.antenna)
    await apply(tx, context, station, { step: next, facts: antennaFactsTold, installed: antenna.installed, since })
    const last = known?.announced.antenna ?? null
    const isOther = last === null || (told.antenna !== null && isOtherAntenna(last, told.antenna))
    const rejected = known?.rejected ?? null
    await writeAnnouncedEquipment(tx, stationId, {
      announced: told,
      antennaAt: known && !isOther ? known.antennaAt : since,
      antennaState: next === 'begin' ? 'agrees' : antennaStateOf(antenna, told.antenna, rejected),
      rejected,
    })
  })
}

interface Applied {
  readonly step: Step
  readonly facts: EquipmentFacts | null
  readonly installed: Period | null
  readonly since: Date
}

async function apply(
  tx: Transaction,
  context: ActionContext,
  station: Station,
  { step, facts, installed, since }: Applied,
): Promise<void> {
  if (step === 'none' || facts === null) return
  if (step === 'complete') {
    if (installed) await updateEquipment(tx, installed.id, completed(installed, facts), installed.origin)
    return
  }
  await replace(tx, context, station, { facts, installed, since })
}

async function replace(
  tx: Database,
  context: ActionContext,
  { id, code }: Station,
  { facts, installed, since }: Omit<Applied, 'step' | 'facts'> & { readonly facts: EquipmentFacts },
): Promise<void> {
  // Equipment that was recorded after the stream changed never was in use.
  if (installed && installed.installedAt >= since) await deleteEquipment(tx, installed.id)
  else if (installed) await endEquipmentAt(tx, installed.id, since)
  const period = { ...facts, installedAt: since, removedAt: null }
  await insertEquipment(tx, id, period, 'stream')
  const details = { code, ...(installed && { before: toldPeriod(installed) }), after: toldPeriod(period) }
  await record(tx, context, { action: 'station.equipment_changed', subject: { kind: 'station', id }, details })
}

/**
 * `confirm`: the announced antenna is recorded from the time of the change. `reject`: the record stands, and the same
 * announcement raises no further alert.
 */
export function decideAntenna(context: ActionContext, which: StationRef, decision: AntennaDecision): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    const known = await readAnnouncedEquipment(tx, id)
    const told = known?.announced.antenna
    if (!known || !told || known.antennaState === 'agrees') throw new Refusal('antenna_agrees', { code })
    if (decision === 'reject') {
      await writeAnnouncedEquipment(tx, id, { ...known, antennaState: 'rejected', rejected: told })
      const details = { code, type: told.type, ...(told.serial && { serial: told.serial }) }
      await record(tx, context, { action: 'station.antenna_rejected', subject: { kind: 'station', id }, details })
      return station
    }
    const installed = current(await listEquipment(tx, id), 'antenna')
    const facts = antennaFacts(told)
    // The height belongs to the mount: an announced 0 means that it was not set.
    const up = facts.up || (installed?.up ?? facts.up)
    const since = known.antennaAt
    await replace(tx, context, station, { facts: { ...facts, up }, installed, since })
    await writeAnnouncedEquipment(tx, id, { ...known, antennaState: 'agrees', rejected: null })
    return station
  })
}
