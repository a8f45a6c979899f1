// Reads what the converter adds with decoders other than RTKLIB (rtklib.test.ts): gpsd, and pyrtcm for ephemerides.
import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { lacks } from '../../../test/support/needs.ts'
import {
  ADDABLE,
  type Addable,
  Converter,
  encode1019,
  encode1020,
  encode1042,
  encode1045,
  encode1046,
  encode1230,
  ephemerisKey,
} from '../src/index.ts'
import { payloadsIn, typeOf } from './support/conversion.ts'
import { BEIDOU, EQUIPMENT, GALILEO, GLONASS, GPS, INSTANT } from './support/orbits.ts'
import { DECODED_BY_PYRTCM } from './support/pyrtcm.ts'
import { epochBytes, STATION } from './support/sky.ts'

const EPHEMERIDES = {
  ...{ 1019: encode1019(GPS), 1020: encode1020(GLONASS), 1042: encode1042(BEIDOU) },
  ...{ 1045: encode1045(GALILEO), 1046: encode1046(GALILEO) },
}
const SETTINGS = { messages: null, constellations: null, everySeconds: null, form: 'as_is' } as const
const STATION_NUMBER = 77
const TEXT = 'Mantenimiento el día 5'

/** A stream of ten epochs with added messages and ephemerides, with another station number. */
function stream(types: readonly Addable[]): Buffer {
  const { antenna: type, antennaSerial: serial, receiver } = EQUIPMENT
  const available = Object.values(EPHEMERIDES).map((payload) => {
    const message = typeOf(payload)
    return { key: ephemerisKey(payload, message)!, type: message, payload }
  })
  const converter = new Converter({
    ...SETTINGS,
    additions: {
      ...{ types, everySeconds: 30, replaces: true, position: STATION, antennaHeight: 1.2345, receiver, text: TEXT },
      antenna: { type, serial: serial! },
    },
    ephemerides: { everySeconds: 30 },
    availableEphemerides: () => available,
    stationNumber: STATION_NUMBER,
  })
  const epochs = Array.from({ length: 10 }, (_, second) => INSTANT + 1000 * second)
  return Buffer.concat(epochs.map((instant) => converter.push(epochBytes(instant), instant)))
}

describe.skipIf(lacks('added messages, as gpsd reads them', 'gpsdecode'))('gpsd', () => {
  type Decoded = Readonly<Record<string, unknown>> & { readonly type: number }
  let read: readonly Decoded[]
  const payloads = payloadsIn(stream(ADDABLE))
  const of = (type: number) => read.find((message) => message.type === type)
  const { antenna: desc, antennaSerial: serial, antennaSetupId: setup_id, receiver } = EQUIPMENT
  const { x, y, z } = STATION

  beforeAll(() => {
    const { stdout } = spawnSync('gpsdecode', { input: stream(ADDABLE), encoding: 'utf8' })
    read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Decoded)
  })

  it('reads every frame', () => {
    expect(read.map(({ type }) => type)).toEqual(payloads.map(typeOf))
    expect(read.map(({ length }) => length)).toEqual(payloads.map(({ length }) => length))
  })

  it('reads the station number of every added message', () => {
    for (const type of ADDABLE) expect(of(type), String(type)).toMatchObject({ station_id: STATION_NUMBER })
  })

  it('reads position, antenna, receiver, time and text', () => {
    expect(of(1005)).toMatchObject({ x, y, z, system: ['GPS', 'GLONASS', 'GALILEO'], refstation: false })
    expect(of(1006)).toMatchObject({ x, y, z, h: 1.2345 })
    expect(of(1007)).toMatchObject({ desc, setup_id })
    expect(of(1008)).toMatchObject({ desc, setup_id, serial })
    expect(of(1033)).toMatchObject({ desc, setup_id, serial, receiver: receiver!.type, firmware: receiver!.firmware })
    expect(of(1013)).toMatchObject({ mjd: 60_473, sec: 36_000, leapsecs: 18 })
    expect(of(1029)).toMatchObject({ mjd: 60_473, sec: 36_000, len: 22, units: 23 })
    // gpsd writes each byte of the UTF-8 text as one character.
    expect(Buffer.from(of(1029)!.msg as string, 'latin1').toString('utf8')).toBe(TEXT)
  })

  it('gets the ephemerides byte for byte', () => {
    for (const [type, payload] of Object.entries(EPHEMERIDES)) {
      expect(of(Number(type))).toMatchObject({ length: payload.length })
      const { data } = of(Number(type))!
      if (data) expect((data as string[]).map(Number)).toEqual([...payload])
    }
  })
})

describe('1230', () => {
  // gpsd 3.22 reads one bit of the signal mask, also in this frame.
  it('has the layout of the one that a receiver sent, which is in the tests of pyrtcm', () => {
    const sent = Buffer.from('4ce0000f0000000000000000', 'hex')
    sent[3]! |= 0x80 // aligned phases
    expect(encode1230({ stationId: 0 })).toEqual(sent)
  })
})

describe('pyrtcm', () => {
  /** The last bit of a field; GPS has the coarsest. Fields without one are whole numbers. */
  const UNITS: Readonly<Record<string, number>> = {
    ...{ af0: 2 ** -31, af1: 2 ** -43, crs: 2 ** -5, crc: 2 ** -5, e: 2 ** -33, sqrtA: 2 ** -19, tgd: 2 ** -31 },
    ...{ cuc: 2 ** -29, cus: 2 ** -29, cic: 2 ** -29, cis: 2 ** -29, bgdE5a: 2 ** -32, bgdE5b: 2 ** -32 },
  }
  const SEMICIRCLES: Readonly<Record<string, number>> = {
    ...{ iDot: 2 ** -43, deltaN: 2 ** -43, omegaDot: 2 ** -43 },
    ...{ m0: 2 ** -31, omega0: 2 ** -31, i0: 2 ** -31, omega: 2 ** -31 },
  }
  const expectNear = (read: number, sent: number, unit: number, name: string) =>
    expect(Math.abs(read - sent), name).toBeLessThanOrEqual(unit * 0.501)

  it.each(Object.entries(DECODED_BY_PYRTCM))('decoded the %s that we encode', (type, { payload }) => {
    expect(EPHEMERIDES[type as unknown as keyof typeof EPHEMERIDES].toString('hex')).toBe(payload)
  })

  it.each([
    [1019, { ...GPS, week: GPS.week % 1024 }],
    [1042, { ...BEIDOU, tgd1: BEIDOU.tgd1 * 1e9, tgd2: BEIDOU.tgd2 * 1e9 }],
    [1045, GALILEO],
    [1046, GALILEO],
  ] as const)('read every field of a %d as it was sent', (type, sent) => {
    for (const [name, read] of Object.entries(DECODED_BY_PYRTCM[type].fields)) {
      const was = sent[name as keyof typeof sent] as number
      const semicircle = SEMICIRCLES[name]
      if (semicircle) expectNear(read, was / Math.PI, semicircle, name)
      else expectNear(read, was, UNITS[name] ?? 1e-9, name)
    }
  })

  it('read every field of a 1020 as it was sent', () => {
    const { position, velocity, acceleration, ...read } = DECODED_BY_PYRTCM[1020].fields
    for (const axis of [0, 1, 2] as const) {
      expectNear(position[axis], GLONASS.position[axis] / 1000, 2 ** -11, 'position')
      expectNear(velocity[axis], GLONASS.velocity[axis] / 1000, 2 ** -20, 'velocity')
      expectNear(acceleration[axis], GLONASS.acceleration[axis] / 1000, 2 ** -30, 'acceleration')
    }
    // pyrtcm does not apply the units of these fields. 12:30:30 and 12:45 are Moscow time.
    const [gamma, tau, deltaTau] = [GLONASS.gamma * 2 ** 40, GLONASS.tau * 2 ** 30, GLONASS.deltaTau * 2 ** 30]
    expect(read).toEqual({
      ...{ satellite: GLONASS.satellite, channel: GLONASS.frequencyChannel + 7 },
      ...{ tk: 12 * 128 + 30 * 2 + 1, tb: 12 * 4 + 3, day: 164 },
      ...{ gamma: Math.round(gamma), tau: Math.round(tau), deltaTau: Math.round(deltaTau) },
    })
  })
})
