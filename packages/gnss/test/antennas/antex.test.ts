import { expect, it } from 'vitest'
import { phaseShift } from '../../src/antennas/phase-shift.ts'
import { AntennaCalibrations } from '../../src/index.ts'

const line = (values: string, label: string) => values.padEnd(60) + label

const antenna = (type: string, serial: string, frequencies: Readonly<Record<string, string>>, variations: string) => [
  line('', 'START OF ANTENNA'),
  line(type.padEnd(20) + serial, 'TYPE / SERIAL NO'),
  line('     0.0  90.0   5.0', 'ZEN1 / ZEN2 / DZEN'),
  ...Object.entries(frequencies).flatMap(([name, offset]) => [
    line(`   ${name}`, 'START OF FREQUENCY'),
    line(offset, 'NORTH / EAST / UP'),
    `   NOAZI${variations}`,
    `     0.0${variations}`,
    line(`   ${name}`, 'END OF FREQUENCY'),
  ]),
  line('', 'END OF ANTENNA'),
]

const FLAT = '    0.00'.repeat(19)
const BOWL = Array.from({ length: 19 }, (_, i) => (-0.5 * i).toFixed(2).padStart(8)).join('')

const calibrations = new AntennaCalibrations()
for (const one of [
  ...antenna(
    'TESTANT1        NONE',
    '',
    { G01: '     1.00     -2.00    100.00', G02: '     0.00      0.00    120.00' },
    FLAT,
  ),
  ...antenna('TESTANT2        NONE', '', { G01: '     0.00      0.00     60.00' }, BOWL),
  ...antenna('TESTANT2        DOME', '', { G01: '     0.00      0.00     70.00' }, FLAT),
  ...antenna('BLOCK IIF           ', 'G01', { G01: '     0.00      0.00   1500.00' }, FLAT),
])
  calibrations.addLine(one)

const UP = [0, 0, 1] as const
const SLANT = [Math.SQRT1_2, 0, Math.SQRT1_2] as const

it('reads receiver antennas, without those of satellites', () => {
  expect(calibrations.size).toBe(3)
  expect(calibrations.find('BLOCK IIF', '')).toBeNull()
  expect(calibrations.find('TESTANT1', 'NONE')!.get('G01')).toMatchObject({ north: 0.001, east: -0.002, up: 0.1 })
})

it('uses the calibration without a radome for an unknown one', () => {
  expect(calibrations.find('TESTANT2', 'DOME')!.get('G01')!.up).toBe(0.07)
  expect(calibrations.find('TESTANT2', 'CONE')!.get('G01')!.up).toBe(0.06)
  expect(calibrations.find('UNKNOWN', 'NONE')).toBeNull()
})

it('shortens the range to a satellite overhead by the height of the phase centre', () => {
  const one = calibrations.find('TESTANT1', '')!
  expect(phaseShift(one, 'G01', UP)).toBeCloseTo(-0.1, 9)
  expect(phaseShift(one, 'G02', UP)).toBeCloseTo(-0.12, 9)
  expect(phaseShift(one, 'G01', SLANT)).toBeCloseTo(-(0.1 - 0.002) * Math.SQRT1_2, 9)
})

it('uses the nearest GPS frequency for one that was not calibrated', () => {
  const one = calibrations.find('TESTANT1', '')!
  expect(phaseShift(one, 'E01', UP)).toBe(phaseShift(one, 'G01', UP))
  expect(phaseShift(one, 'E05', UP)).toBe(phaseShift(one, 'G02', UP))
  expect(phaseShift(one, 'C02', UP)).toBe(phaseShift(one, 'G01', UP))
})

it('interpolates the variations by zenith distance', () => {
  const one = calibrations.find('TESTANT2', '')!
  const at = (degrees: number) => {
    const zenith = (degrees * Math.PI) / 180
    return phaseShift(one, 'G01', [Math.sin(zenith), 0, Math.cos(zenith)]) + 0.06 * Math.cos(zenith)
  }
  expect(at(0)).toBeCloseTo(0, 9)
  expect(at(40)).toBeCloseTo(-0.004, 9)
  expect(at(42.5)).toBeCloseTo(-0.00425, 9)
})

it('takes a null antenna as calibrated', () => {
  expect(phaseShift(calibrations.find('ADVNULLANTENNA', 'NONE')!, 'G01', UP)).toBe(0)
})
