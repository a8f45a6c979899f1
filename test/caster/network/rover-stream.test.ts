// The interface for streams that are computed per rover: what the network mountpoint requires of any implementation.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { writeGga } from '@vertice/ntrip'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EngineWatch } from '../../../src/caster/network/engine-watch.ts'
import { NetworkRovers } from '../../../src/caster/network/network-rovers.ts'
import type { RoverStream, RoverStreamRequest } from '../../../src/caster/network/rover-stream.ts'
import { Geofences } from '../../../src/caster/rovers/geofences.ts'
import { Rover } from '../../../src/caster/rovers/rover.ts'
import { RoverEventHub } from '../../../src/caster/rovers/rover-events.ts'
import type { Book } from '../../../src/caster/services.ts'
import { BaseFeeds } from '../../../src/caster/streams/base-feeds.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import { DEFAULT_NETWORK } from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import { streamAt } from '../../../src/domain/network/upstreams/upstream.ts'

const VALID_MS = 300_000
const UPSTREAM = streamAt('ntrip://engine.example:2101', null, 'VRS')
const GEOFENCE = { shape: 'circle', lat: 20, lng: -100, radiusKm: 10, onBase: 'tell' } as const
const AWAY = { code: 'no_data', params: {} } as const

class OwnStream implements RoverStream {
  readonly request: RoverStreamRequest
  readonly why = AWAY
  readonly sentences: (string | null)[]
  serves: boolean
  isLate = false
  isClosed = false

  constructor(request: RoverStreamRequest) {
    this.request = request
    this.serves = request.serves
    this.sentences = [request.sentence]
  }

  position(sentence: string): void {
    this.sentences.push(sentence)
  }

  isOverdue(): boolean {
    return this.serves && this.isLate
  }

  giveUp(): void {
    this.serves = false
  }

  close(): void {
    this.isClosed = true
  }
}

let opened: OwnStream[]
let doubts: number
let network: NetworkRovers
let bases: BaseFeeds
let geofences: Geofences
let events: RoverEventHub

beforeEach(() => {
  opened = []
  doubts = 0
  bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 0, stableMs: 0 }) })
  const lastPlaceOf = async () => null
  geofences = new Geofences({ lastPlaceOf, positionValidMs: VALID_MS })
  bases.use({ network: { mountpoint: 'RED' }, active: [] } as unknown as Book)
  network = new NetworkRovers({
    ...{ bases, geofences, lastPlaceOf, clock: () => new Date() },
    engines: { of: () => ({ away: null, doubt: () => doubts++ }) as unknown as EngineWatch },
    derived: { networkFeed: (_, stationId) => bases.feedOf(stationId) },
    ephemerides: () => [],
    openStream: (request) => {
      opened.push(new OwnStream(request))
      return opened.at(-1)!
    },
    timeouts: { positionMs: 1e9, vrsTimeoutMs: 1e9 },
  })
  events = new RoverEventHub({
    ...{ clock: () => new Date(), components: [geofences, network], distanceKm: () => null },
  })
})
afterEach(() => void vi.useRealTimers())

function comes(geofence: typeof GEOFENCE | null = null): Rover {
  const socket = Object.assign(new EventEmitter(), { write: () => true, end() {}, destroy() {}, writableLength: 0 })
  const start = { id: 'a', credentialId: 1 } as ConstructorParameters<typeof Rover>[1]
  const pass = { expiresAt: new Date(), cuts: 0, geofence }
  const rover = new Rover(socket as unknown as Socket, start, pass, { chunked: false, events })
  network.add(rover, bases.networkOf(DEFAULT_NETWORK)!, UPSTREAM)
  return rover
}

const locate = (rover: Rover, lat: number) => {
  const sentence = writeGga({ lat, lng: -100, quality: 4 }, new Date())
  rover.locate(sentence)
  return sentence
}
const codes = ({ notes }: Rover) => notes.map(({ code }) => code)

it('opens at the first position, receives every further one, and closes with its rover', () => {
  const rover = comes()
  expect(opened).toEqual([])
  const sentences = [locate(rover, 20), locate(rover, 20.1)]
  expect(opened).toHaveLength(1)
  const [stream] = opened
  expect(stream!.request).toMatchObject({ from: UPSTREAM, serves: true, isRtcm: true })
  expect(stream!.sentences).toEqual(sentences)
  stream!.request.rover.gets('computed')
  stream!.request.rover.send(Buffer.from('data'))
  expect(rover.progress()).toMatchObject({ bytes: 4, stationId: null, distanceKm: null })
  rover.end('client_left')
  expect(stream!.isClosed).toBe(true)
})

it('is replaced by a base when its data is overdue, and stays open to take over again', () => {
  const rover = comes()
  locate(rover, 20)
  opened[0]!.isLate = true
  network.tick()
  expect([opened[0]!.serves, opened[0]!.isClosed, doubts]).toEqual([false, false, 1])
  expect(codes(rover)).toContain('vrs_away')
})

it('is open only while a recent position is inside the geofence', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const rover = comes(GEOFENCE)
  locate(rover, 21)
  expect([opened.length, codes(rover)]).toEqual([0, ['outside_fence']])
  locate(rover, 20)
  expect([opened.length, opened[0]!.isClosed]).toEqual([1, false])
  locate(rover, 21)
  expect(opened[0]!.isClosed).toBe(true)
  locate(rover, 20)
  expect(opened).toHaveLength(2)
  vi.advanceTimersByTime(VALID_MS)
  geofences.tick()
  expect(opened[1]!.isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  geofences.tick()
  expect([opened[1]!.isClosed, codes(rover).at(-1)]).toEqual([true, 'fence_place_unknown'])
  locate(rover, 20)
  expect(opened).toHaveLength(3)
})
