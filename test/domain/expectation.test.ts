import { expect, it } from 'vitest'
import type { Choice } from '../../src/domain/network/mountpoint-choice.ts'
import type { Network } from '../../src/domain/network/network.ts'
import { expectationAt, stationOf } from '../../src/domain/orders/expectation.ts'
import type { Station } from '../../src/domain/stations/station.ts'

const station = {
  id: 7,
  code: 'CDMX',
  lat: 19.4326,
  lng: -99.1332,
  radiusKm: 30,
  status: 'online',
  declaredStatus: 'online',
  isRtcm: true,
  health: null,
  archived: false,
} as unknown as Station
const network = { nearBaseKm: 10, triangleSideKm: 70, upstreamAnswers: true } as Network
const now = new Date('2026-11-16T12:00:00Z')
const here = { lat: 19.4, lng: -99.1 }

const chosen = (choice: Partial<Choice>) => ({
  network,
  byId: new Map([[station.id, station]]),
  choose: () => ({ distanceKm: 5, expectedErrorMm: { horizontal: 15, vertical: 25 }, ...choice }) as Choice,
  now,
})

it('a product by place is an order for the base that was chosen, or for the network', () => {
  const product = { serves: 'place', stationId: null } as const
  const byBase = expectationAt(product, here, chosen({ mode: 'base', station: { station } as Choice['station'] }))
  expect([byBase.covered, stationOf(product, byBase)]).toEqual([true, 7])
  const byNetwork = expectationAt(product, here, chosen({ mode: 'vrs', station: null }))
  expect([byNetwork.covered, stationOf(product, byNetwork)]).toEqual([true, null])
})

it('a product of the network stays one, whatever base is nearest', () => {
  const product = { serves: 'network', stationId: null } as const
  const expectation = expectationAt(product, here, chosen({ mode: 'base', station: { station } as Choice['station'] }))
  expect(stationOf(product, expectation)).toBeNull()
})

it('a product of one station serves by it or not at all', () => {
  const product = { serves: 'station', stationId: 7 } as const
  const surroundings = chosen({ mode: 'vrs', station: null })
  expect(expectationAt(product, here, surroundings)).toMatchObject({ covered: true, station: { id: 7 } })
  expect(expectationAt(product, { lat: 25, lng: -110 }, surroundings).covered).toBe(false)
  const archived = { ...surroundings, byId: new Map([[7, { ...station, archived: true }]]) }
  expect(expectationAt(product, here, archived)).toMatchObject({ covered: false, station: null })
})
