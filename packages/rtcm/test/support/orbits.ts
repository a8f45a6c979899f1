// Broadcast orbits and equipment for the tests: plausible values, none of them a multiple of its unit.
import type { BeidouEphemeris, GalileoEphemeris, GpsEphemeris } from '../../src/encode/ephemeris.ts'
import type { GlonassOrbit } from '../../src/encode/glonass-ephemeris.ts'
import type { Equipment } from '../../src/messages.ts'

/** A Wednesday in GPS week 2318; GPS time is 18 s ahead. */
export const INSTANT = Date.UTC(2024, 5, 12, 10, 0, 0)

const ORBIT = {
  satellite: 7,
  toe: 295_200,
  toc: 295_200,
  af0: -1.234567e-4,
  af1: -3.4567e-12,
  af2: 0,
  sqrtA: 5153.678_912_3,
  e: 0.012_345_678_9,
  i0: 0.961_234_567,
  iDot: -2.345e-10,
  omega0: -2.123_456_789,
  omegaDot: -8.123_456e-9,
  omega: 1.234_567_891,
  m0: 2.987_654_321,
  deltaN: 4.567_89e-9,
  cuc: -1.234_567e-6,
  cus: 8.765_432e-6,
  crc: 234.567,
  crs: -45.678,
  cic: 1.234_5e-7,
  cis: -8.765_4e-8,
}

export const GPS: GpsEphemeris = { ...ORBIT, week: 2318, iode: 45, iodc: 301, tgd: -1.1e-8, ura: 2, health: 0 }

export const GALILEO: GalileoEphemeris = {
  ...ORBIT,
  satellite: 24,
  week: 2318 - 1024,
  sqrtA: 5440.612_345_6,
  iodNav: 77,
  sisa: 107,
  bgdE5a: 1.234e-9,
  bgdE5b: -2.345e-9,
}

export const BEIDOU: BeidouEphemeris = {
  ...ORBIT,
  satellite: 22,
  week: 2318 - 1356,
  sqrtA: 5282.612_345_6,
  aode: 3,
  aodc: 4,
  tgd1: 1.23e-8,
  tgd2: -4.5e-9,
  urai: 1,
  health: 0,
}

export const GLONASS: GlonassOrbit = {
  constellation: 'GLO',
  satellite: 15,
  frequencyChannel: -3,
  referenceMs: Date.UTC(2024, 5, 12, 9, 45),
  frameMs: Date.UTC(2024, 5, 12, 9, 30, 30),
  position: [12_345_678.9, -8_765_432.1, 20_456_789.1],
  velocity: [-1234.5678, 2345.6789, 987.654_3],
  acceleration: [-1.863e-6, 2.794e-6, 0],
  gamma: -1.819e-12,
  tau: -1.234_567e-4,
  deltaTau: 2.794e-9,
  age: 0,
  health: 0,
}

export const EQUIPMENT: Equipment = {
  stationId: 2003,
  antenna: 'TRM59800.00     SCIT',
  antennaSetupId: 0,
  antennaSerial: '5225354537',
  receiver: { type: 'TRIMBLE ALLOY', firmware: '6.20', serial: '6213R40043' },
}
