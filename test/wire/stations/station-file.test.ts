import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/base/running/turns.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { readStationFile, stationFieldName } from '../../../src/wire/stations/file.ts'
import { en } from '../../../src/words/en.ts'
import { faultText, placeText } from '../../../src/words/words.ts'

const read = (text: string | Buffer) => atOnce(readStationFile(Buffer.isBuffer(text) ? text : Buffer.from(text)))
const inputs = (text: string | Buffer) => read(text).entries.map(({ input }) => input)
/** Each error, such as "line 3: lat must be …". */
const complaints = (text: string) =>
  read(text).entries.flatMap(({ where, errors }) =>
    errors.map((found) => `${placeText(en, where)}: ${found.path.join('.')} ${faultText(en, found)}`),
  )

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

const CDMX = { code: 'CDMX', name: 'Ciudad de México', lat: 19.4326, lng: -99.1332 }
const TOLU = { code: 'TOLU', name: 'Toluca', lat: 19.2826, lng: -99.6557 }

describe('a JSON file', () => {
  it('reads every field of the contract, and ignores read-only ones', () => {
    const station = {
      id: 7,
      codigo: 'CDMX',
      nombre: 'Ciudad de México',
      estado_mx: 'Ciudad de México',
      lat: 19.4326,
      lng: -99.1332,
      radio_km: 40,
      status: 'maintenance',
      constelaciones: 'GPS+GLO',
      telemetria: true,
      salud_pct: 99,
      latencia_ms: null,
      sats: 30,
      mountpoint: 'CDMX_RTCM32',
      formato: 'RTCM 3.2',
      datum: 'ITRF2014',
      pais: 'GTM',
      rtcm: false,
    }
    expect(read(JSON.stringify([station]))).toEqual({
      skipped: [],
      entries: [
        {
          where: { kind: 'item', number: 1 },
          errors: [],
          input: {
            ...CDMX,
            federalState: 'Ciudad de México',
            radiusKm: 40,
            declaredStatus: 'maintenance',
            constellations: 'GPS+GLO',
            mountpoint: 'CDMX_RTCM32',
            format: 'RTCM 3.2',
            datum: 'ITRF2014',
            country: 'GTM',
            isRtcm: false,
          },
        },
      ],
    })
  })

  it('treats null as omitted', () => {
    expect(inputs('[{"codigo":"A","radio_km":null,"datum":null,"marco":null}]')).toEqual([{ code: 'A' }])
  })

  it('accepts a byte order mark and leading whitespace', () => {
    expect(inputs('\ufeff\n [{"codigo":"A"}]')).toEqual([{ code: 'A' }])
  })

  it('reports all errors at once, by their position', () => {
    const file = JSON.stringify([
      { codigo: 5, lat: '19.4', color: 'red' },
      { codigo: 'B' },
      'text',
      null,
      [1],
      { codigo: 'C', lng: true },
    ])
    expect(complaints(file)).toEqual([
      'item 1: codigo Must be text.',
      'item 1: lat Must be a number, not "19.4".',
      expect.stringMatching(/^item 1: color Unknown field\./),
      'item 3:  Must be an object.',
      'item 4:  Must be an object.',
      'item 5:  Must be an object.',
      'item 6: lng Must be a number, not true.',
    ])
  })

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('rejects %s as an unknown field', (name) => {
    const [entry] = read(`[{"codigo":"A","${name}":"x"}]`).entries
    expect(entry!.errors).toMatchObject([{ path: [name], code: 'unknown_field' }])
  })

  it.each(['[', '[{"codigo":"A"},]', '[{"codigo":"A"}] x'])('rejects %s', (text) => {
    expect(() => read(text)).toThrow(Refusal)
  })

  it('has no stations in an empty array', () => {
    expect(read('[]')).toEqual({ entries: [], skipped: [] })
  })

  it('accepts or rejects a response of GET /stations, never as an empty list', () => {
    const answer = { ok: true, stations: [{ codigo: 'CDMX', nombre: CDMX.name, lat: CDMX.lat, lng: CDMX.lng }] }
    const outcome = (() => {
      try {
        return inputs(JSON.stringify(answer))
      } catch (error) {
        return (error as Error).constructor
      }
    })()
    expect([[CDMX], Refusal]).toContainEqual(outcome)
  })
})

describe('a CSV file', () => {
  const rows = (separator: string, end = '\n') =>
    [
      ['codigo', 'nombre', 'lat', 'lng'],
      ['CDMX', 'Ciudad de México', '19.4326', '-99.1332'],
      ['TOLU', 'Toluca', '19.2826', '-99.6557'],
    ]
      .map((cells) => cells.join(separator))
      .join(end)

  it.each([
    ['commas', rows(',')],
    ['semicolons', rows(';')],
    ['tabs', rows('\t')],
    ['CRLF', rows(',', '\r\n')],
    ['CRLF and semicolons', rows(';', '\r\n')],
    ['a last line end', `${rows(',')}\n`],
    ['a byte order mark', `\ufeff${rows(',')}`],
    [
      'a byte order mark and quotes',
      `\ufeff"codigo","nombre","lat","lng"\n${rows(',').split('\n').slice(1).join('\n')}`,
    ],
    ['blank lines', rows(',', '\n\n').replace('CDMX', '\nCDMX')],
    ['spaces around', rows(' , ')],
    ['quotes', rows('","').replace(/^/gm, '"').replace(/$/gm, '"')],
  ])('can have %s', (_, text) => {
    expect(inputs(text)).toEqual([CDMX, TOLU])
    expect(complaints(text)).toEqual([])
  })

  it('accepts the usual words for whether a stream is RTCM', () => {
    const words = ['si', 'sí', 'Sí', 'true', 'no', 'NO', 'false', '']
    const text = ['codigo,rtcm', ...words.map((word) => `A,${word}`)].join('\n')
    expect(inputs(text).map(({ isRtcm }) => isRtcm)).toEqual([true, true, true, true, false, false, false, undefined])
    expect(complaints('codigo,rtcm\nA,perhaps')).toEqual([expect.stringMatching(/^line 2: rtcm Must be one of: /)])
    expect(stationFieldName('isRtcm')).toBe('rtcm')
  })

  it('can have separators, quotes and line breaks in quotes', () => {
    const text = 'codigo,nombre\nA,"Norte, ""el"" viejo"\nB,"dos\nlíneas"\nC,fin'
    expect(inputs(text).map(({ name }) => name)).toEqual(['Norte, "el" viejo', 'dos\nlíneas', 'fin'])
  })

  it('treats an empty cell as omitted, with columns in any order', () => {
    const text = 'lng,radio_km,codigo,status,salud_pct\n-99.5,,A,maintenance,12\n,30,B,,'
    expect(inputs(text)).toEqual([
      { code: 'A', lng: -99.5, declaredStatus: 'maintenance' },
      { code: 'B', radiusKm: 30 },
    ])
  })

  it('reads a code that looks like a number as text', () => {
    expect(inputs('codigo,lat\n0012,+19.50')).toEqual([{ code: '0012', lat: 19.5 }])
  })

  it.each(['CAS', 'NET', 'STR'])('accepts a station named %s', (code) => {
    expect(inputs(`codigo;nombre;lat;lng\n${code};Casas Grandes;30.37;-107.95`)).toEqual([
      { code, name: 'Casas Grandes', lat: 30.37, lng: -107.95 },
    ])
  })

  it('reports every invalid line with its number', () => {
    const text = 'codigo,lat,lng,color\nA,x,1,\n\nB,1,"2,5",\nC,1,2,red\nD,1e3,0x10,\n'
    expect(complaints(text)).toEqual([
      'line 2: lat Must be a number, not "x".',
      'line 4: lng Must be a number with a decimal point, not "2,5".',
      expect.stringMatching(/^line 5: color Unknown field\./),
      'line 6: lat Must be a number, not "1e3".',
      'line 6: lng Must be a number, not "0x10".',
    ])
  })

  it('line numbers hold after CRLF, a byte order mark, blank lines and a cell of two lines', () => {
    expect(complaints('\ufeffcodigo,lat\r\nA,1\r\n\r\nB,x\r\n')).toEqual(['line 4: lat Must be a number, not "x".'])
    const text = 'codigo,nombre,lat\nA,"dos\nlíneas",1\nB,b,x'
    expect(complaints(text)).toEqual(['line 4: lat Must be a number, not "x".'])
  })

  it('reports a line with too few or too many cells with its number, among other invalid ones', () => {
    const text = 'codigo,nombre,lat\nA,a\nB,b,x\nC,c,1,2\n'
    const all = () => complaints(text).join('\n')
    expect(all).not.toThrow()
    expect(all()).toMatch(/line 2.*line 3.*line 4/s)
  })

  it.each([
    ['a quote that never ends', 'codigo,nombre\nA,"x\nB,y', /line|quote/i],
    ['quotes in the middle of a cell', 'codigo,nombre\nA,x"y"z', /line 2/],
  ])('rejects %s with its place', (_, text, where) => {
    const refused = refusalOf(() => read(text))
    expect(refused.code).toBe('file_not_readable')
    expect(faultText(en, refused.fields[0]!)).toMatch(where)
  })

  it('has no stations with just a header', () => {
    expect(read('codigo,nombre,lat,lng\n').entries).toEqual([])
  })

  it('rejects an unknown column even if it is named like an object property', () => {
    expect(complaints('codigo,constructor\nA,x')).toEqual([
      expect.stringMatching(/^line 2: constructor Unknown field\./),
    ])
  })
})

describe('a sourcetable', () => {
  const STR =
    'STR;CDMX_RTCM32;Ciudad de México;RTCM 3.2;1004(1),1006(5);2;GPS+GLO;RED;MEX;19.43;-99.13;0;0;TRIMBLE;none;B;N;9600;'
  const VRS = 'STR;VRS;Red;RTCM 3.2;;2;GPS;RED;MEX;19.00;-99.00;1;1;x;none;B;N;0;'

  it('has stations in its STR lines; network mountpoints are named and skipped', () => {
    const text = [
      'SOURCETABLE 200 OK',
      'Content-Type: text/plain',
      '',
      'CAS;x;2101',
      'NET;RED;x',
      STR,
      VRS,
      'ENDSOURCETABLE',
      '',
    ]
    for (const end of ['\r\n', '\n']) {
      const file = read(text.join(end))
      expect(file.skipped).toEqual([{ where: { kind: 'line', number: 7 }, mountpoint: 'VRS' }])
      expect(file.entries).toEqual([
        {
          where: { kind: 'line', number: 6 },
          errors: [],
          input: {
            code: 'CDMX_RTCM32',
            name: 'Ciudad de México',
            mountpoint: 'CDMX_RTCM32',
            lat: 19.43,
            lng: -99.13,
            format: 'RTCM 3.2',
            country: 'MEX',
            constellations: 'GPS+GLO',
          },
        },
      ])
    }
  })

  it('accepts a network stream as a station if it has a position and needs none of the rover', () => {
    const computed = (mountpoint: string, place: string) =>
      `STR;${mountpoint};;RTCM 3.2;;2;GPS;RED;MEX;${place};x;none;B;N;0;`
    const table = [
      computed('A1', '19.43;-99.13;0;1'),
      computed('B2', '0.00;0.00;0;1'),
      computed('C3', '19.43;-99.13;1;0'),
    ]
    expect(inputs(table.join('\n')).map(({ code }) => code)).toEqual(['A1'])
    expect(read(table.join('\n')).skipped.map(({ mountpoint }) => mountpoint)).toEqual(['B2', 'C3'])
  })

  it('reads longitudes from 0 to 360, and uses the mountpoint if there is no name', () => {
    const [station] = inputs('STR;A1;;RTCM 3;;;;;;19.5;260.87;0;0')
    expect(station).toMatchObject({ code: 'A1', name: 'A1', lat: 19.5 })
    expect(station!.lng).toBeCloseTo(-99.13, 9)
  })

  it('reports invalid numbers by line', () => {
    expect(complaints(`${STR}\nSTR;B;b;f;;;;;;north;;0;0`)).toEqual([
      'line 2: lat Must be a number, not "north".',
      'line 2: lng Must be a number, not "".',
    ])
  })

  it('is rejected without a station', () => {
    expect(() => read(`SOURCETABLE 200 OK\r\n${VRS}\r\nENDSOURCETABLE`)).toThrow(Refusal)
  })
})

describe('the encoding of a file', () => {
  it('is not guessed: Latin-1 is rejected', () => {
    const latin1 = Buffer.from('codigo,nombre\nA,México', 'latin1')
    expect(() => read(latin1)).toThrow(Refusal)
    expect(refusalOf(() => read(latin1)).fields).toMatchObject([{ code: 'file_not_utf8' }])
  })

  it('must not be UTF-16', () => {
    expect(() => read(Buffer.from('\ufeffcodigo,nombre\nA,México', 'utf16le'))).toThrow(Refusal)
  })

  it.each(['', ' \n\r\n', '\ufeff'])('%j is empty', (text) => {
    expect(refusalOf(() => read(text)).fields).toMatchObject([{ code: 'file_empty' }])
  })
})

it('returns the name of a field in the file', () => {
  expect(['code', 'federalState', 'radiusKm', 'declaredStatus'].map(stationFieldName)).toEqual([
    'codigo',
    'estado_mx',
    'radio_km',
    'status',
  ])
  expect(stationFieldName('other')).toBe('other')
})
