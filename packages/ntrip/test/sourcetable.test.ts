import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  looksLikeSourcetable,
  parseStreamRecord,
  sourcetable,
  type TableStream,
} from '../src/sourcetable/sourcetable.ts'

const caster = {
  host: 'caster.example.mx',
  port: 2101,
  identifier: 'Vértice',
  operator: 'Red GNSS, S.A.',
  readsGga: true,
  country: 'MEX',
  lat: 19.4326,
  lng: -99.1332,
}
const network = { identifier: 'RED', operator: 'Red GNSS, S.A.', fee: true, website: 'https://red.example.mx' }
const base: TableStream = {
  mountpoint: 'CDMX',
  identifier: 'Ciudad de México',
  format: 'RTCM 3.2',
  formatDetails: '1006(10),1077(1)',
  carrier: 2,
  constellations: ['GPS', 'GLO', 'GAL', 'BDS'],
  country: 'MEX',
  lat: 19.43261,
  lng: -99.13319,
  needsGga: false,
  fromNetwork: false,
  generator: 'SEPTENTRIO POLARX5',
  bitrate: 9600,
}
const vrs: TableStream = {
  mountpoint: 'RED',
  identifier: 'Red',
  format: 'RTCM 3.2',
  constellations: [],
  country: 'MEX',
  lat: null,
  lng: null,
  needsGga: true,
  fromNetwork: true,
}

describe('a sourcetable', () => {
  it('contains the known values and the required end line', () => {
    expect(sourcetable({ caster, network, streams: [base, vrs] }).split('\r\n')).toEqual([
      'CAS;caster.example.mx;2101;Vértice;Red GNSS, S.A.;1;MEX;19.4326;-99.1332;0.0.0.0;0;',
      'NET;RED;Red GNSS, S.A.;B;Y;https://red.example.mx;none;none;',
      'STR;CDMX;Ciudad de México;RTCM 3.2;1006(10),1077(1);2;GPS+GLO+GAL+BDS;RED;MEX;19.4326;-99.1332;0;0;SEPTENTRIO POLARX5;none;B;Y;9600;',
      'STR;RED;Red;RTCM 3.2;;;;RED;MEX;;;1;1;;none;B;Y;;',
      'ENDSOURCETABLE',
      '',
    ])
  })

  it('is recognised by its first line', () => {
    expect(looksLikeSourcetable(sourcetable({ caster, network, streams: [] }))).toBe(true)
  })

  it('has no negative zero', () => {
    const [, , line] = sourcetable({ caster, network, streams: [{ ...base, lat: -0.00001, lng: -0 }] }).split('\r\n')
    expect(parseStreamRecord(line!)).toMatchObject({ lat: '0.0000', lng: '0.0000' })
  })
})

describe('a written sourcetable', () => {
  const clean = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[;"\p{Cc}\p{Zl}\p{Zp}]/gu, '').trim())
  const angle = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
  const anyStream = (text: fc.Arbitrary<string>): fc.Arbitrary<TableStream> =>
    fc.record({
      mountpoint: text,
      identifier: text,
      format: text,
      formatDetails: text,
      carrier: fc.constantFrom(0, 1, 2),
      constellations: fc.subarray(['GPS', 'GLO', 'GAL', 'BDS', 'QZS']),
      country: text,
      lat: angle(90),
      lng: angle(180),
      needsGga: fc.boolean(),
      fromNetwork: fc.boolean(),
      generator: text,
      bitrate: fc.nat(),
    })

  it('is read back unchanged for any text that a field can hold', () => {
    fc.assert(
      fc.property(fc.array(anyStream(clean), { maxLength: 5 }), (streams) => {
        const lines = sourcetable({ caster, network, streams }).split('\r\n').slice(2, -2)
        expect(lines).toHaveLength(streams.length)
        lines.forEach((line, index) => {
          const stream = streams[index]!
          const read = parseStreamRecord(line)!
          expect(read).toMatchObject({
            mountpoint: stream.mountpoint,
            identifier: stream.identifier,
            format: stream.format,
            navSystem: stream.constellations.join('+'),
            isVirtual: stream.needsGga || (stream.fromNetwork && Number(read.lat) === 0 && Number(read.lng) === 0),
          })
          expect(Math.abs(Number(read.lat) - stream.lat!)).toBeLessThanOrEqual(0.000_050_1)
          expect(Math.abs(Number(read.lng) - stream.lng!)).toBeLessThanOrEqual(0.000_050_1)
        })
      }),
    )
  })

  it('never gets extra fields or lines from a text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('a;b', 'a\r\nSTR;b', '";"', '\u2028x', '\x85y'),
    )
    fc.assert(
      fc.property(anyStream(hostile), hostile, (stream, text) => {
        const table = sourcetable({
          caster: { ...caster, host: text, operator: text },
          network: { ...network, identifier: text },
          streams: [stream],
        })
        const lines = table.split(/[\r\n\u0085\u2028\u2029]+/)
        expect(lines.map((line) => line.split(';').length)).toEqual([12, 9, 19, 1, 1])
      }),
    )
  })
})
