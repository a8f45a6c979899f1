// The messages of a base: epochs of observations, and station messages.
import { BitWriter } from '../../src/bits.ts'
import { encode1006, encode1033, frame } from '../../src/encode/frames.ts'
import { encodeMsm } from '../../src/encode/msm.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'

const signal = {
  signal: '1C',
  pseudorange: 21_000_000,
  phaseRange: 21_000_000,
  phaseRangeRate: null,
  cnr: 45,
  lockTime: 60,
}

/** Twelve GPS satellites. */
export function epochFrame(instantMs = Date.now(), stationId = 1): Buffer {
  const satellites = Array.from({ length: 12 }, (_, index) => ({ satellite: index + 1, signals: [signal] }))
  return frame(encodeMsm(4, { constellation: 'GPS', stationId, instantMs, moreFollow: false, satellites }))
}

const onTwoFrequencies = { GPS: ['1C', '2W'], GLO: ['1C', '2C'], GAL: ['1C', '5Q'] } as const

/** Three satellites each of GPS, GLONASS and Galileo, on two frequencies, with all fields of an MSM7. */
export const msm7Epoch = (instantMs = Date.now(), stationId = 7): Buffer[] =>
  (['GPS', 'GLO', 'GAL'] as const).map((constellation) => {
    const signals = onTwoFrequencies[constellation].map((name) => ({ ...signal, signal: name, phaseRangeRate: 100 }))
    const satellites = [1, 2, 3].map((satellite) => ({
      ...{ satellite, ...(constellation === 'GLO' && { frequencyChannel: 1 }), signals },
    }))
    const moreFollow = constellation !== 'GAL'
    return frame(encodeMsm(7, { constellation, stationId, instantMs, moreFollow, satellites }))
  })

/** The antenna's position, antenna and receiver, GLONASS biases. */
export function stationFrames(stationId = 1): Buffer[] {
  const place = { stationId, x: -886_000.5, y: -5_945_000.25, z: 2_108_000.125, antennaHeight: 1.5 }
  const receiver = { type: 'TEST', firmware: '1', serial: String(stationId) }
  const equipment = { stationId, antenna: 'NONE', antennaSetupId: 0, antennaSerial: '', receiver }
  const biases = new BitWriter().unsigned(1230, 12).unsigned(stationId, 12).unsigned(0, 8).bytes()
  return [encode1006(place), encode1033(equipment), biases].map(frame)
}

/** The types of the whole frames, in order, and the number of bytes outside frames. */
export function framesIn(bytes: Buffer): { types: number[]; skippedBytes: number; unfinishedBytes: number } {
  const types: number[] = []
  const reader = new FrameReader((_, type) => types.push(type))
  reader.push(bytes)
  return { types, skippedBytes: reader.takeCounts().skippedBytes, unfinishedBytes: reader.unfinishedBytes }
}
