import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBadChecksum, readGga, writeGga } from '../src/gga.ts'

const SENTENCE = '$GPGGA,123519.50,4807.038,N,01131.000,E,4,08,0.9,545.4,M,46.9,M,1.2,0031'
const MUNICH = {
  position: { lat: 48 + 7.038 / 60, lng: 11 + 31 / 60 },
  quality: 4,
  satellites: 8,
  hdop: 0.9,
  altitude: 545.4,
  age: 1.2,
  timeOfDay: 45_319.5,
}
/** The sentence with some fields replaced, by field number. */
const having = (changes: Record<number, string>) =>
  SENTENCE.split(',')
    .map((field, index) => changes[index] ?? field)
    .join(',')

describe('reading a GGA sentence', () => {
  it('returns every field', () => {
    const gga = readGga(SENTENCE)!
    expect(gga).toEqual({ ...MUNICH, position: expect.anything() })
    expect(gga.position!.lat).toBeCloseTo(MUNICH.position.lat, 10)
    expect(gga.position!.lng).toBeCloseTo(MUNICH.position.lng, 10)
  })

  it('accepts the checksum of the standard example', () => {
    const quoted = '$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47'
    expect(readGga(quoted)).toMatchObject({ quality: 1, age: null, timeOfDay: 45_319 })
    expect(readGga(`${quoted}\r\n`)).toEqual(readGga(quoted))
    expect(readGga(quoted.replace('*47', '*48'))).toBeNull()
    expect(readGga(quoted.replace('4807', '4808'))).toBeNull()
    expect(readGga(quoted.replace('*47', '*'))).toBeNull()
    expect(readGga(quoted.replace('*47', '*4'))).toBeNull()
    expect(readGga(quoted.replace('*47', '*471'))).toBeNull()
  })

  it('distinguishes a bad checksum from text that is no sentence', () => {
    const quoted = '$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47'
    expect([quoted, `${quoted}\r\n`, SENTENCE, '$GPGGA,1', ''].map(hasBadChecksum)).toEqual(Array(5).fill(false))
    expect(['*48', '*', '*4', '*471'].map((end) => hasBadChecksum(quoted.replace('*47', end)))).toEqual(
      Array(4).fill(true),
    )
  })

  it('accepts a checksum in lower case', () => {
    expect(readGga('$GPGGA,000008,,,,,0,00,,,M,,M,,*6e')).toMatchObject({ quality: 0 })
    expect(readGga('$GPGGA,000008,,,,,0,00,,,M,,M,,*6E')).toMatchObject({ quality: 0 })
  })

  it.each(['GP', 'GN', 'GL', 'GA', 'GB', 'BD', 'QZ', 'IN'])('accepts the talker %s', (talker) => {
    expect(readGga(SENTENCE.replace('GP', talker))).toMatchObject({ quality: 4 })
  })

  it('returns negative values for south and west', () => {
    const { lat, lng } = readGga(having({ 3: 'S', 5: 'W' }))!.position!
    expect([lat, lng]).toEqual([expect.closeTo(-48.1173, 9), expect.closeTo(-11.516666667, 9)])
  })

  it.each([
    ['empty', { 2: '', 3: '', 4: '', 5: '', 6: '' }],
    ['empty, but with a quality', { 2: '', 3: '', 4: '', 5: '' }],
    ['zero and zero', { 2: '0000.0000', 4: '00000.0000' }],
  ])('returns no fix for a position that is %s', (_, changes) => {
    expect(readGga(having(changes))).toMatchObject({ position: null, quality: 0 })
  })

  it('accepts positions on the equator and the Greenwich meridian', () => {
    expect(readGga(having({ 2: '0000.00' }))!.position).toMatchObject({ lat: 0 })
    expect(readGga(having({ 4: '00000.00' }))!.position).toMatchObject({ lng: 0 })
  })

  it.each<Record<number, string>>([
    { 2: '9000.001' },
    { 2: '4860.0' },
    { 4: '18000.001' },
    { 4: '01199.9' },
    { 2: '-4807.038' },
    { 2: '4e3' },
    { 2: '0x10' },
    { 2: 'NaN' },
    { 4: 'Infinity' },
    { 4: ' 1131' },
    { 3: 'E' },
    { 5: '' },
    { 3: 'n' },
  ])('rejects an impossible position: %j', (changes) => {
    expect(readGga(having(changes))).toBeNull()
  })

  it.each([
    ['satellites', { 7: 'x' }],
    ['satellites', { 7: '-1' }],
    ['hdop', { 8: '' }],
    ['altitude', { 9: '1e9' }],
    ['age', { 13: '-1' }],
    ['timeOfDay', { 1: '' }],
    ['timeOfDay', { 1: '240000' }],
    ['timeOfDay', { 1: '126000' }],
    ['timeOfDay', { 1: '1235' }],
  ])('omits an invalid %s and keeps the rest: %j', (field, changes) => {
    expect(readGga(having(changes))).toMatchObject({ quality: 4, [field]: null })
  })

  it('accepts a negative altitude and a leap second', () => {
    expect(readGga(having({ 9: '-12.5' }))).toMatchObject({ altitude: -12.5 })
    expect(readGga(having({ 1: '235960.5' }))).toMatchObject({ timeOfDay: 86_400.5 })
  })

  it.each([
    '',
    '$',
    'GPGGA',
    '$GPGGA',
    '$GPGGA,',
    '$GPRMC,1,2,3,4,5,6,7,8,9,10',
    SENTENCE.slice(1),
    SENTENCE.slice(0, 30),
  ])('rejects %j', (text) => {
    expect(readGga(text)).toBeNull()
  })

  it('accepts sentences of older receivers that end with the altitude', () => {
    expect(readGga(SENTENCE.split(',').slice(0, 10).join(','))).toMatchObject({ altitude: 545.4, age: null })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 16 }), (fields) => {
        const gga = readGga(`$GPGGA,${fields.join(',')}`)
        expect(gga?.position === undefined || gga.position === null || Math.abs(gga.position.lat) <= 90).toBe(true)
      }),
    )
  })
})

describe('writing a GGA sentence', () => {
  const at = new Date('2026-11-14T07:05:09.250Z')

  it('returns a sentence with its checksum', () => {
    const sentence = writeGga({ lat: 19.4326, lng: -99.1332 }, at)
    expect(sentence).toBe('$GPGGA,070509.25,1925.9560000,N,09907.9920000,W,1,12,1.00,0.000,M,0.000,M,,*70')
    expect(writeGga({ lat: 0, lng: 0, age: 2 }, at)).toContain(',M,2.0,0000*')
  })

  it('rounds 59.99999999 minutes up to the next degree', () => {
    expect(writeGga({ lat: 19.999_999_999_9, lng: 179.999_999_999_9 }, at)).toContain(
      ',2000.0000000,N,18000.0000000,E,',
    )
  })

  it('writes what is read back', () => {
    const fix = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      quality: fc.integer({ min: 0, max: 8 }),
      satellites: fc.nat(60),
      hdop: fc.nat(9999).map((hundredths) => hundredths / 100),
      altitude: fc.integer({ min: -500_000, max: 9_000_000 }).map((millimetres) => millimetres / 1000),
      age: fc.option(fc.nat(9999).map((tenths) => tenths / 10)),
    })
    const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fix, date, (sent, moment) => {
        fc.pre(Math.abs(sent.lat) > 1e-8 || Math.abs(sent.lng) > 1e-8)
        const { position, timeOfDay, ...rest } = readGga(writeGga(sent, moment))!
        const { lat, lng, ...others } = sent
        expect(rest).toEqual(others)
        expect(Math.abs(position!.lat - lat)).toBeLessThan(1e-9)
        expect(Math.abs(position!.lng - lng)).toBeLessThan(1e-9)
        expect(timeOfDay).toBeCloseTo(Math.floor((moment.getTime() % 86_400_000) / 10) / 100, 6)
      }),
      { numRuns: 300 },
    )
  })
})
