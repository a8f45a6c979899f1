import type { StreamShape } from '@vertice/rtcm'
import { describe, expect, it, vi } from 'vitest'
import { type Measure, Sourcetable } from '../../../src/caster/door/sourcetable.ts'
import type { Book } from '../../../src/caster/services.ts'
import { normalAlteration } from '../../../src/domain/network/mountpoints/alteration-input.ts'
import type { MadeMountpoint } from '../../../src/domain/network/mountpoints/mountpoint.ts'
import { defaultNetworkMountpoint } from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const station = (mountpoint: string, more: Partial<Station> = {}) =>
  ({
    id: mountpoint.length,
    mountpoint,
    name: mountpoint,
    format: 'RTCM 3.2',
    datum: 'ITRF2008 época 2010.0',
    constellations: 'GPS+GLO',
    country: 'MEX',
    isRtcm: true,
    lat: 19,
    lng: -99,
    ...more,
  }) as Station
const network = {
  name: 'Red de Mérida',
  mountpoint: 'RED',
  format: 'RTCM 3.2',
  datum: 'SIRGAS 2000',
  country: 'MEX',
  casterHost: 'a',
  casterPort: 2101,
  upstream: null,
} as Network
const unmeasured: Measure = () => null

const shape = (more: Partial<StreamShape> = {}): StreamShape => ({
  messages: [
    { type: 1006, seconds: 9.98 },
    { type: 1077, seconds: 1.0002 },
    { type: 1230, seconds: null },
  ],
  constellations: ['SBS', 'GAL', 'GPS'],
  frequencies: 2,
  bitsPerSecond: 5120,
  ...more,
})

function lineOf(table: Buffer, mountpoint: string): string[] | undefined {
  const lines = table.toString().split('\r\n')
  return lines.map((line) => line.split(';')).find(([type, name]) => type === 'STR' && name === mountpoint)
}
const [DETAILS, CARRIER, NAV, COUNTRY, LAT, NMEA, SOLUTION, BITRATE] = [4, 5, 6, 8, 9, 11, 12, 17]

describe('the sourcetable', () => {
  it('names the reference frame, except for the streams of another caster', () => {
    const told = {
      needsGga: false,
      fromNetwork: false,
      generator: '',
      via: [],
      formatDetails: '',
      carrier: null,
      bitrate: null,
    }
    const active = [
      station('CDMX'),
      station('ELSE', { id: 5, upstream: { told } as unknown as NonNullable<Station['upstream']> }),
    ]
    const alteration = normalAlteration({ announced: { frame: 'itrf2014', epoch: 2026.5 } })
    const made = { name: 'CDMX_2026', stationId: 4, label: null, alteration, isOpen: false } as MadeMountpoint
    const book: Book = { network, active, mountpoints: [made] }
    const table = new Sourcetable().now(book, active, unmeasured, 'ntrip1')
    expect(lineOf(table, 'CDMX')?.at(-1)).toBe('ITRF2008 epoch 2010.0')
    expect(lineOf(table, 'CDMX_2026')?.at(-1)).toBe('ITRF2014 epoch 2026.5, of CDMX')
    expect(lineOf(table, 'ELSE')?.at(-1)).toBe('')
    expect(lineOf(table, 'RED')?.at(-1)).toBe('SIRGAS 2000')
  })

  it('is rewritten only when its content changes, not for every request', () => {
    const [first, second] = [station('CDMX'), station('TOLU')]
    const book: Book = { network, active: [first, second] }
    const table = new Sourcetable()
    const now = (...alive: Station[]) => table.now(book, alive, unmeasured, 'ntrip1')
    const bytes = now(first)
    expect(now(first)).toBe(bytes)
    expect(String(now(first, second))).toContain('STR;TOLU;')
    expect(String(now(second))).not.toContain('STR;CDMX;')
    const renamed = { ...book, network: { ...network, name: 'Otra' } }
    expect(String(table.now(renamed, [second], unmeasured, 'ntrip1'))).toContain('Otra')
  })

  it('checks the measured values every few seconds, and rewrites nothing if they are unchanged', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const only = station('CDMX')
      const book: Book = { network, active: [only] }
      const table = new Sourcetable()
      let rate = 5120
      const measure = vi.fn(() => shape({ bitsPerSecond: rate }))
      const now = () => table.now(book, [only], measure, 'ntrip2')
      const bytes = now()
      for (let count = 0; count < 1000; count++) now()
      expect(measure).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(6_000)
      expect(now()).toBe(bytes)
      expect(measure).toHaveBeenCalledTimes(2)
      rate = 9600
      vi.advanceTimersByTime(6_000)
      expect(lineOf(now(), 'CDMX')![BITRATE]).toBe('9600')
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows the measured content of a station, and the registered one before a measurement', () => {
    const [one, other] = [station('CDMX', { id: 1 }), station('GUAT', { id: 2, country: 'GTM' })]
    const book: Book = { network, active: [one, other] }
    const table = new Sourcetable().now(book, [one, other], (id) => (id === 1 ? shape() : null), 'ntrip1')
    const pick = (mountpoint: string) =>
      [DETAILS, CARRIER, NAV, COUNTRY, NMEA, SOLUTION, BITRATE].map((place) => lineOf(table, mountpoint)![place])
    expect(pick('CDMX')).toEqual(['1006(10),1077(1),1230', '2', 'GPS+GAL+SBAS', 'MEX', '0', '0', '5120'])
    expect(pick('GUAT')).toEqual(['', '2', 'GPS+GLO', 'GTM', '0', '0', ''])
    const single = new Sourcetable().now(book, [one], () => shape({ frequencies: 1 }), 'ntrip1')
    expect(lineOf(single, 'CDMX')![CARRIER]).toBe('1')
    const fast = shape({ messages: [{ type: 1077, seconds: 0.2 }], constellations: [], frequencies: 0 })
    const silent = new Sourcetable().now(book, [one], () => fast, 'ntrip1')
    expect([DETAILS, NAV].map((place) => lineOf(silent, 'CDMX')![place])).toEqual(['1077(0.2)', 'GPS+GLO'])
  })

  it('offers the network only if a station may serve it, not a computed or excluded upstream mountpoint', () => {
    const isOffered = (told: object, servesNetwork = true) => {
      const upstream = { state: 'offered', servesNetwork, told: { generator: '', via: [], ...told } }
      const only = station('VRS', { upstream: upstream as unknown as NonNullable<Station['upstream']> })
      const table = new Sourcetable().now({ network, active: [only] }, [only], unmeasured, 'ntrip1')
      expect(lineOf(table, 'VRS')).toBeDefined()
      return lineOf(table, 'RED') !== undefined
    }
    expect([isOffered({}), isOffered({}, false)]).toEqual([true, false])
    expect([isOffered({ fromNetwork: true }), isOffered({ needsGga: true })]).toEqual([false, false])
  })

  it('describes the network as its rovers receive it: one of the bases, or the VRS engine', () => {
    const [one, other] = [station('CDMX', { id: 1, lat: 19 }), station('GUAT', { id: 2, lat: 21 })]
    const book: Book = { network, active: [one, other] }
    const measured: Measure = (id) =>
      id === 1 ? shape() : shape({ messages: [{ type: 1005, seconds: 5 }], constellations: ['BDS'], bitsPerSecond: 99 })
    const pick = (table: Buffer) =>
      [DETAILS, NAV, LAT, NMEA, SOLUTION, BITRATE].map((place) => lineOf(table, 'RED')?.[place])
    const near = new Sourcetable().now(book, [one, other], measured, 'ntrip1')
    expect(pick(near)).toEqual(['1005(5),1006(10),1077(1),1230', 'GPS+GAL+BDS+SBAS', '20.0000', '1', '0', '5120'])
    const relayed = { ...book, network: { ...network, upstream: 'ntrip://vrs' } }
    const relay = new Sourcetable().now(relayed, [one], measured, 'ntrip1')
    expect(pick(relay)).toEqual(['', 'GPS+GAL+SBAS', '19.0000', '1', '1', ''])
    expect(pick(new Sourcetable().now(relayed, [], measured, 'ntrip1'))).toEqual(['', '', '20.0000', '1', '1', ''])
    const sent = shape({ messages: [{ type: 1074, seconds: 1 }], constellations: ['GPS', 'GLO'], bitsPerSecond: 7000 })
    const engine = { away: null, shape: sent }
    for (const alive of [[one], []])
      expect(pick(new Sourcetable().now(relayed, alive, measured, 'ntrip1', '', () => engine))).toEqual([
        ...['1074(1)', 'GPS+GLO', alive.length > 0 ? '19.0000' : '20.0000', '1', '1', '7000'],
      ])
    // While the engine sends nothing, a rover receives a base; if none is online, it waits for the engine.
    const away = { ...engine, away: { code: 'no_data', params: {} } as const }
    expect(pick(new Sourcetable().now(relayed, [one], measured, 'ntrip1', '', () => away))).toEqual([
      ...['1006(10),1077(1),1230', 'GPS+GAL+SBAS', '19.0000', '1', '0', '5120'],
    ])
    expect(pick(new Sourcetable().now(relayed, [], measured, 'ntrip1', '', () => away)).slice(3)).toEqual([
      '1',
      '1',
      '7000',
    ])
    expect(lineOf(new Sourcetable().now(book, [], measured, 'ntrip1'), 'RED')).toBeUndefined()
  })

  it('describes each network mountpoint by its own stations, form, engine, frame and access', () => {
    const [one, other] = [station('CDMX', { id: 1, lat: 19 }), station('GUAT', { id: 2, lat: 21 })]
    const own = defaultNetworkMountpoint(network)
    const alteration = normalAlteration({ form: 'msm4', announced: { frame: 'itrf2014', epoch: 2026.5 } })
    const networks = [
      own,
      { ...own, ...{ id: 1, name: 'FREE', label: 'Free', groupId: 5, isOpen: true, alteration } },
      { ...own, ...{ id: 2, name: 'VRS', engine: 'ntrip://vrs' } },
      { ...own, ...{ id: 3, name: 'NONE', groupId: 6 } },
    ]
    const groups = new Map([[5, { id: 5, name: 'Free', stationIds: new Set([2]) }]])
    const book: Book = { network, active: [one, other], networks, groups }
    const measured: Measure = () => shape()
    const engine = shape({ messages: [{ type: 1074, seconds: 1 }], constellations: ['GPS'], bitsPerSecond: 7000 })
    const engineOf = (id: number) => ({ away: null, shape: id === 2 ? engine : null })
    const table = new Sourcetable().now(book, [one, other], measured, 'ntrip1', '', engineOf)
    const pick = (name: string) => [DETAILS, LAT, SOLUTION, 15, 16].map((place) => lineOf(table, name)?.[place])
    expect(pick('RED')).toEqual(['1006(10),1077(1),1230', '20.0000', '0', 'B', 'Y'])
    expect(pick('FREE')).toEqual(['1006(10),1074(1),1230', '21.0000', '0', 'N', 'N'])
    expect(lineOf(table, 'FREE')?.[2]).toBe('Free')
    expect(lineOf(table, 'FREE')?.at(-1)).toBe('ITRF2014 epoch 2026.5')
    expect(pick('VRS')).toEqual(['1074(1)', '20.0000', '1', 'B', 'Y'])
    expect(lineOf(table, 'NONE')).toBeUndefined()
  })

  it('uses ASCII names where the response cannot declare UTF-8', () => {
    const only = station('MERI', { name: 'Mérida' })
    const table = (dialect: 'ntrip1' | 'ntrip2' | 'http') =>
      new Sourcetable().now({ network, active: [only] }, [only], unmeasured, dialect).toString()
    for (const dialect of ['ntrip1', 'ntrip2'] as const) {
      expect(table(dialect)).toContain('STR;MERI;Merida;')
      expect(table(dialect)).toMatch(/^[\0-\x7f]*$/)
    }
    expect(table('http')).toContain('STR;MERI;Mérida;')
    expect(table('http')).toContain('NET;Red de Mérida;')
  })

  it('returns the requested part, and bounds the number of parts that it keeps', () => {
    const stations = [station('CDMX', { id: 1 }), station('GUAT', { id: 2, country: 'GTM' })]
    const book: Book = { network, active: stations }
    const table = new Sourcetable()
    const part = (filter: string) => table.now(book, stations, unmeasured, 'ntrip2', filter)
    expect(part('STR;;;;;;;;GTM').toString()).toMatch(/^STR;GUAT;[^\r]*\r\nENDSOURCETABLE\r\n$/)
    expect(part('CAS').toString()).toMatch(/^CAS;[^\r]*\r\nENDSOURCETABLE\r\n$/)
    expect(part('STR;NONE').toString()).toBe('ENDSOURCETABLE\r\n')
    expect(part('what').equals(part(''))).toBe(true)
    expect(part('CAS')).toBe(part('CAS'))
    for (let count = 0; count < 100; count++) part(`STR;${count}`)
    expect(part('CAS').toString()).toMatch(/^CAS;/)
  })

  it('is written once, however many clients request parts of it or use unknown filters', () => {
    const stations = [station('CDMX', { id: 1 }), station('GUAT', { id: 2, country: 'GTM' })]
    const table = new Sourcetable()
    const book: Book = { network, active: stations }
    const now = (filter = '') => table.now(book, stations, unmeasured, 'ntrip2', filter)
    const whole = now()
    for (let count = 0; count < 100; count++) {
      now(`STR;${count}`)
      expect(now(`what ${count}`)).toBe(whole)
    }
    expect(now()).toBe(whole)
  })
})
