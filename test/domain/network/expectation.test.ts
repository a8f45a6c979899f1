import { describe, expect, it } from 'vitest'
import { type Choice, Coverage } from '../../../src/domain/network/mountpoint-choice.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import { expectationAt, stationOf } from '../../../src/domain/orders/expectation.ts'
import { saleStatusAt } from '../../../src/domain/orders/sellable.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const station = {
  id: 7,
  code: 'CDMX',
  lat: 19.4326,
  lng: -99.1332,
  radiusKm: 30,
  status: 'online',
  declaredStatus: 'online',
  isRtcm: true,
  health: { measuredAt: new Date('2026-11-16T11:59:59Z'), healthPct: 100, latencyMs: 300, satellites: 30 },
  archived: false,
} as unknown as Station
const network = { nearBaseKm: 10, triangleSideKm: 70, engineAnswers: true } as Network
const now = new Date('2026-11-16T12:00:00Z')
const here = { lat: 19.4, lng: -99.1 }

const chosen = (choice: Partial<Choice>) => ({
  network,
  byId: new Map([[station.id, station]]),
  groups: new Map(),
  choose: () =>
    ({ distanceKm: 5, stations: [], expectedErrorMm: { horizontal: 15, vertical: 25 }, ...choice }) as Choice,
  now,
})

it('offers a product by place as an order for the chosen base or for the network', () => {
  const product = { serves: 'place', stationId: null, groupId: null } as const
  const byBase = expectationAt(product, here, chosen({ mode: 'base', station: { station } as Choice['station'] }))
  expect([byBase.covered, stationOf(product, byBase)]).toEqual([true, 7])
  const byNetwork = expectationAt(product, here, chosen({ mode: 'vrs', station: null }))
  expect([byNetwork.covered, stationOf(product, byNetwork)]).toEqual([true, null])
})

it('offers a network product as the network, whatever base is nearest', () => {
  const product = { serves: 'network', stationId: null, groupId: null } as const
  const expectation = expectationAt(product, here, chosen({ mode: 'base', station: { station } as Choice['station'] }))
  expect(stationOf(product, expectation)).toBeNull()
})

it('offers a station product with that station or not at all', () => {
  const product = { serves: 'station', stationId: 7, groupId: null } as const
  const surroundings = chosen({ mode: 'vrs', station: null })
  expect(expectationAt(product, here, surroundings)).toMatchObject({ covered: true, station: { id: 7 } })
  expect(expectationAt(product, { lat: 25, lng: -110 }, surroundings).covered).toBe(false)
  const archived = { ...surroundings, byId: new Map([[7, { ...station, archived: true }]]) }
  expect(expectationAt(product, here, archived)).toMatchObject({ covered: false, station: null })
})

describe('an unmeasured or silent station', () => {
  const product = { serves: 'station', stationId: 7, groupId: null } as const
  const expected = (change: Partial<Station>) =>
    expectationAt(product, here, { ...chosen({}), byId: new Map([[7, { ...station, ...change }]]) })
  const old = { ...station.health!, measuredAt: new Date('2026-11-16T11:00:00Z') }

  it('is not sold, with the reason', () => {
    expect(expected({ health: null })).toMatchObject({ covered: false, notSold: 'unmeasured', station: { id: 7 } })
    expect(expected({ health: old })).toMatchObject({ covered: false, notSold: 'silent' })
    expect(expected({ health: { ...station.health!, quiet: true } })).toMatchObject({
      covered: false,
      notSold: 'silent',
    })
    const announced = { lat: 19.4326, lng: -99.1332, since: new Date('2026-11-16T11:00:00Z') }
    const moved = { ...station.health!, positionOffsetM: 0.85, announced }
    expect(expected({ health: moved })).toMatchObject({ covered: false, notSold: 'in_doubt' })
    // A station in maintenance or out of reach is not sold either.
    expect(expected({ health: null, declaredStatus: 'maintenance' })).toMatchObject({ covered: false, notSold: null })
    const far = expectationAt(product, { lat: 25, lng: -110 }, { ...chosen({}), byId: new Map([[7, station]]) })
    expect(far).toMatchObject({ covered: false, notSold: null, station: { id: 7 } })
  })

  it('is sold without an accuracy estimate if its operator allows it', () => {
    const sells = { sellsUnmeasured: true }
    expect(expected({ ...sells, health: null })).toMatchObject({ covered: true, measured: false, errorMm: null })
    expect(expected({ ...sells, health: old })).toMatchObject({ covered: true, measured: false, errorMm: null })
    expect(expected({ ...sells, health: null, declaredStatus: 'offline' })).toMatchObject({ covered: false })
    expect(expected(sells)).toMatchObject({ covered: true, measured: true, errorMm: { horizontal: 13, vertical: 20 } })
  })

  it('is chosen after all measured ones', () => {
    const unheard = { ...station, id: 8, code: 'CERCA', lat: 19.401, health: null, sellsUnmeasured: true } as Station
    const coverage = new Coverage([station, unheard], now, undefined, saleStatusAt)
    const choose = (position: typeof here) => coverage.choose(position, network)
    const byPlace = expectationAt({ serves: 'place', stationId: null, groupId: null }, here, { ...chosen({}), choose })
    expect(byPlace).toMatchObject({ covered: true, measured: true, station: { code: 'CDMX' } })
  })
})

it('sells no product whose area does not contain the place', () => {
  const coverage = new Coverage([station], now, undefined, saleStatusAt)
  const choose = (position: typeof here) => coverage.choose(position, network)
  const fenced = (radiusKm: number) => ({
    ...{ serves: 'place' as const, stationId: null, groupId: null },
    geofence: { shape: 'circle' as const, lat: 19.5, lng: -99.1, radiusKm, onBase: 'tell' as const },
  })
  expect(expectationAt(fenced(20), here, { ...chosen({}), choose })).toMatchObject({ covered: true })
  expect(expectationAt(fenced(5), here, { ...chosen({}), choose })).toMatchObject({
    covered: false,
    notSold: 'outside_area',
  })
})
