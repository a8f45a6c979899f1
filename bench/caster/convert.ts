// The cost of a derived mountpoint: once per mountpoint, for any number of rovers.
import { type Constellation, type ConversionSettings, Converter, crc24q, encodeMsm, frame } from '@vertice/rtcm'
import { median, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

const START = Date.UTC(2026, 10, 14, 18)
const EPOCHS = sized(2_000, 20)
const ROUNDS = sized(7, 1)
const MOST_MICROSECONDS = 300

/** 46 satellites with 128 signals. */
const SKY: Partial<Record<Constellation, { readonly satellites: number; readonly signals: readonly string[] }>> = {
  GPS: { satellites: 14, signals: ['1C', '2W', '5Q'] },
  GLO: { satellites: 10, signals: ['1C', '2C'] },
  GAL: { satellites: 11, signals: ['1C', '7Q', '5Q'] },
  BDS: { satellites: 11, signals: ['2I', '7I', '6I'] },
}

const MADE: readonly { readonly what: string; readonly settings: Partial<ConversionSettings> }[] = [
  { what: 'MSM7 as MSM4', settings: { form: 'msm4' } },
  { what: 'MSM7 as MSM5', settings: { form: 'msm5' } },
  { what: 'MSM7 as 1004 and 1012', settings: { form: 'legacy' } },
  { what: 'GPS and Galileo only, unconverted', settings: { constellations: ['GPS', 'GAL'] } },
]

export function benchConvert(): Row[] {
  const epochs = Array.from({ length: EPOCHS }, (_, second) => epochAt(START + second * 1000))
  return MADE.map(({ what, settings }) => {
    const [converted, checked]: [number[], number[]] = [[], []]
    checkMicroseconds(epochs) // warm-up
    convertMicroseconds(epochs, settings)
    for (let round = 0; round < ROUNDS; round++) {
      converted.push(convertMicroseconds(epochs, settings))
      checked.push(checkMicroseconds(epochs))
    }
    const [ours, floor] = [median(converted), median(checked)]
    return {
      what: `A mountpoint of 46 satellites, ${what}: CPU per epoch, against the CRC checks of the input`,
      measured: `${ours.toFixed(1)} µs`,
      floor: `${floor.toFixed(1)} µs`,
      ratio: (ours / floor).toFixed(1),
      wanted: `≤ ${MOST_MICROSECONDS} µs`,
      met: ours <= MOST_MICROSECONDS,
    }
  })
}

function epochAt(instantMs: number): Buffer {
  const names = Object.keys(SKY) as Constellation[]
  const seconds = (instantMs - START) / 1000
  const messages = names.map((constellation, place) => {
    const { satellites, signals } = SKY[constellation]!
    const rows = Array.from({ length: satellites }, (_, index) => {
      const rate = -600 + 97 * index
      const distance = 20_200_000 + 123_456.789 * index + rate * seconds
      return {
        satellite: 2 * index + 1,
        ...(constellation === 'GLO' && { frequencyChannel: index - 5 }),
        signals: signals.map((signal, number) => ({
          ...{ signal, pseudorange: distance + number, phaseRange: distance - 30 * number, phaseRangeRate: rate },
          ...{ cnr: 38 + index, lockTime: seconds },
        })),
      }
    })
    const moreFollow = place < names.length - 1
    return frame(encodeMsm(7, { constellation, stationId: 1, instantMs, moreFollow, satellites: rows }))
  })
  return Buffer.concat(messages)
}

function convertMicroseconds(epochs: readonly Buffer[], settings: Partial<ConversionSettings>): number {
  const converter = new Converter({
    messages: null,
    constellations: null,
    everySeconds: null,
    form: 'as_is',
    ...settings,
  })
  let bytes = 0
  const spent = microseconds(epochs, (epoch) => {
    bytes += converter.push(epoch).length
  })
  if (bytes === 0) throw new Error('nothing came of it')
  return spent
}

const checkMicroseconds = (epochs: readonly Buffer[]) => microseconds(epochs, (epoch) => void crc24q(epoch))

/** CPU per epoch, so that other processes on the machine do not count. */
function microseconds(epochs: readonly Buffer[], work: (epoch: Buffer) => void): number {
  const before = process.cpuUsage()
  for (const epoch of epochs) work(epoch)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / epochs.length
}
