import { afterEach, describe, expect, it } from 'vitest'
import { Receiver, type ReceiverErrors, sky } from '../../../packages/gnss/test/support/world.ts'
import { computeIntegrity, type IntegrityJob } from '../../../src/archive/integrity/compute.ts'
import type { StationDay } from '../../../src/archive/integrity/network-run.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import type { Movement } from '../../../src/domain/archive/integrity/movement.ts'
import { TestArchive } from '../../support/archive.ts'
import { framesOf, WORLD_START_MS } from '../../support/world-stream.ts'

const SKY = sky()
const PLACES = [
  { id: 1, lat: 19.4, lng: -99.1, height: 2240 },
  { id: 2, lat: 19.62, lng: -98.95, height: 2310 },
  { id: 3, lat: 19.35, lng: -98.8, height: 2400 },
]
const ATMOSPHERES: Readonly<Record<number, ReceiverErrors>> = {
  1: { ionosphere: 3 },
  2: { ionosphere: 3.3, zenithDelay: 0.02 },
  3: { ionosphere: 3.6, zenithDelay: -0.015 },
}
const archives: TestArchive[] = []
afterEach(() => {
  for (const archive of archives.splice(0)) archive.remove()
})

interface Scene {
  readonly hours: number
  readonly places?: typeof PLACES
  readonly errorsAt?: (id: number, seconds: number) => ReceiverErrors
  /** The station sends nothing from this time on, in seconds. */
  readonly silent?: { readonly id: number; readonly fromS: number }
}

async function compute({ hours, places = PLACES, errorsAt, silent }: Scene) {
  const archive = new TestArchive()
  archives.push(archive)
  const stations = places.map((place) => {
    const { id, lat, lng } = place
    const to = silent?.id === id ? silent.fromS : hours * 3600
    const sent = framesOf(new Receiver(place, id), SKY, { to, every: 30 }, (seconds) => ({
      ...ATMOSPHERES[id],
      ...errorsAt?.(id, seconds),
    }))
    return { id, lat, lng, segments: archive.record(sent, { stationId: id }) }
  })
  const days: StationDay[] = []
  const movements: (Movement & { id: number; isAttributed: boolean })[] = []
  const counts = { fixed: 0, epochs: 0 }
  const job: IntegrityJob = {
    ...{ from: new Date(WORLD_START_MS), to: new Date(WORLD_START_MS + hours * 3_600_000), intervalS: 30, stations },
  }
  const outcome = await computeIntegrity({ storage: new FolderStorage(archive.folder), folder: archive.folder }, job, {
    onEpoch(_, { isFixed }) {
      counts.epochs++
      if (isFixed) counts.fixed++
    },
    onMovement: (id, movement, { isAttributed }) => void movements.push({ id, isAttributed, ...movement }),
    onDay: (_day, _baselines, ofStations) => void days.push(...ofStations),
  })
  return { ...outcome, days, movements, ...counts }
}

describe('from the archive', () => {
  it('computes a coordinate of each station, and reports no movement', async () => {
    const { days, unchecked, fixed, epochs, unread, movements } = await compute({ hours: 3 })
    expect(unread).toEqual([])
    expect(unchecked).toEqual([])
    expect(movements).toEqual([])
    expect(epochs).toBe(3 * 360)
    expect(fixed / epochs).toBeGreaterThan(0.85)
    const last = days.filter(({ epochs: own }) => own > 100)
    expect(last.map(({ stationId }) => stationId)).toEqual([1, 2, 3])
    for (const { east, north, up, baselines, isAttributed } of last) {
      expect(Math.hypot(east, north)).toBeLessThan(0.008)
      expect(Math.abs(up)).toBeLessThan(0.02)
      expect({ baselines, isAttributed }).toEqual({ baselines: 2, isAttributed: true })
    }
  })

  it('attributes a movement to the station that moved, with its time and direction', async () => {
    const movedFromS = 2.5 * 3600
    const { movements } = await compute({
      hours: 3.5,
      errorsAt: (id, s) => (id === 2 && s >= movedFromS ? { moved: { east: 0.05, north: 0, up: 0 } } : {}),
    })
    expect(movements.map(({ id, isAttributed }) => ({ id, isAttributed }))).toEqual([{ id: 2, isAttributed: true }])
    const { east, north, sinceMs, detectedMs } = movements[0]!
    expect(east).toBeGreaterThan(0.03)
    expect(Math.abs(north)).toBeLessThan(0.02)
    expect(Math.abs(sinceMs - (WORLD_START_MS + movedFromS * 1000))).toBeLessThan(900_000)
    expect(detectedMs - (WORLD_START_MS + movedFromS * 1000)).toBeLessThan(3_600_000)
  })

  it('computes the coordinate of a station that announces a position half a kilometre away', async () => {
    const { days, unchecked, movements } = await compute({
      hours: 3,
      errorsAt: (id) => (id === 2 ? { moved: { east: 300, north: -400, up: 20 } } : {}),
    })
    expect(unchecked).toEqual([])
    expect(movements).toEqual([])
    for (const { stationId, east, north, up, reference } of days.filter(({ epochs }) => epochs > 100)) {
      const [toEast, toNorth, toUp] = stationId === 2 ? [300, -400, 20] : [0, 0, 0]
      expect(Math.hypot(east - toEast, north - toNorth)).toBeLessThan(0.01)
      expect(Math.abs(up - toUp)).toBeLessThan(0.03)
      const announced = new Receiver(PLACES[stationId - 1]!, stationId).position
      expect(Math.hypot(reference.x - announced.x, reference.y - announced.y, reference.z - announced.z)).toBeLessThan(
        0.001,
      )
    }
  })

  it('says why a station cannot be checked', async () => {
    const far = { id: 4, lat: 22, lng: -99, height: 100 }
    const { unchecked, days } = await compute({
      hours: 0.2,
      places: [...PLACES.slice(0, 2), far],
      silent: { id: 2, fromS: 0 },
    })
    expect(unchecked).toEqual([
      { stationId: 1, reason: 'neighbour_without_data' },
      { stationId: 2, reason: 'no_data' },
      { stationId: 4, reason: 'no_neighbour' },
    ])
    expect(days).toEqual([])
  })

  it('goes on with the others when a neighbour disappears', async () => {
    const { unchecked, days, movements } = await compute({ hours: 1.5, silent: { id: 3, fromS: 1800 } })
    expect(unchecked).toEqual([])
    expect(movements).toEqual([])
    expect(days.at(-1)!.stationId).toBeGreaterThan(0)
  })
})
