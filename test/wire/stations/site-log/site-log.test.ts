import { describe, expect, it } from 'vitest'
import type { Period } from '../../../../src/domain/archive/equipment.ts'
import { NO_SITE_FACTS } from '../../../../src/domain/archive/site.ts'
import { nineCharacterId, planImport, type SiteDescription } from '../../../../src/domain/archive/site-log.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import { ecefOf } from '../../../../src/domain/geometry/geodesy.ts'
import { geodesyMlName, writeGeodesyMl } from '../../../../src/wire/stations/site-log/geodesyml.ts'
import { readSiteLog } from '../../../../src/wire/stations/site-log/read.ts'
import { sexagesimal, siteLogName, writeSiteLog } from '../../../../src/wire/stations/site-log/write.ts'

const at = (text: string) => new Date(`${text}:00Z`)
const BLANK = { serial: '', firmware: '', radome: '', up: null, east: null, north: null, removedAt: null }
const receiver: Period = {
  ...{ ...BLANK, id: 1, kind: 'receiver', type: 'LEICA GR50', serial: '1870123', firmware: '4.50' },
  ...{ installedAt: at('2024-01-02T03:04'), removedAt: at('2025-06-07T08:09'), origin: 'operator' },
}
const updated: Period = { ...receiver, id: 2, firmware: '4.60', installedAt: receiver.removedAt!, removedAt: null }
const antenna: Period = {
  ...{ ...BLANK, id: 3, kind: 'antenna', type: 'LEIAR25.R4', radome: 'LEIT', serial: '725100' },
  ...{ up: 0.1, east: 0, north: -0.0012, installedAt: at('2024-01-02T03:04'), origin: 'operator' },
}
const facts = {
  ...NO_SITE_FACTS,
  ...{ markerNumber: '41507M006', monument: 'PILLAR', installedAt: at('2023-12-01T00:00'), place: 'Ciudad de México' },
  ...{ agency: 'Red «Norte» & Sur', contactName: 'Ana Ruiz', contactEmail: 'ana@example.mx', contactPhone: '+52 55 1' },
}
const site: SiteDescription = {
  station: { code: 'CDMX', name: 'Ciudad <1>', country: 'MEX', federalState: 'CDMX', constellations: 'GPS+GLO' },
  facts,
  history: [updated, receiver, antenna],
  position: ecefOf({ lat: 19.4326, lng: -99.1332, height: 2250 }),
  networkName: 'Red',
  preparedAt: at('2026-11-14T18:00'),
}
const parse = (text: string) => readSiteLog(Buffer.from(text))

describe('an exported site log', () => {
  const text = writeSiteLog(site)

  it('has the names of the IGS', () => {
    expect(siteLogName(site)).toBe('cdmx00mex_20261114.log')
    expect(geodesyMlName(site)).toBe('CDMX00MEX.xml')
    expect(nineCharacterId({ code: 'ab', country: 'MEX' })).toBe('AB0000MEX')
    expect(nineCharacterId({ code: 'cdmx01mex', country: 'USA' })).toBe('CDMX01MEX')
  })

  it('has the labels and columns of the form', () => {
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '     CDMX00MEX Site Information Form (site log v2.0)',
        '1.   Site Identification of the GNSS Monument',
        '     Nine Character ID        : CDMX00MEX',
        '     IERS DOMES Number        : 41507M006',
        '     CDP Number               :',
        '     Country or Region        : MEX',
        '     Tectonic Plate           :',
        '       Latitude (N is +)      : +192557.36',
        '       Longitude (E is +)     : -0990759.52',
        '       Elevation (m,ellips.)  : 2250.0',
        '3.1  Receiver Type            : LEICA GR50',
        '     Date Removed             : 2025-06-07T08:09Z',
        '3.2  Receiver Type            : LEICA GR50',
        '     Date Removed             : (CCYY-MM-DDThh:mmZ)',
        '4.1  Antenna Type             : LEIAR25.R4      LEIT',
        '     Marker->ARP Up Ecc. (m)  : 0.1000',
        '     Marker->ARP North Ecc(m) : -0.0012',
        '     Antenna Radome Type      : LEIT',
      ]),
    )
  })

  it('rounds seconds without reaching 60', () => {
    expect(sexagesimal(19.999_999_99, 2)).toBe('+200000.00')
    expect(sexagesimal(-0.5, 3)).toBe('-0003000.00')
  })

  it('can be imported without any change', () => {
    const { log, errors } = parse(text)
    expect(errors).toEqual([])
    const plan = planImport(log, site.history, facts, { code: 'CDMX' })
    expect(plan.periods.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same'])
    expect(plan).toMatchObject({ facts: [], otherId: null })
  })

  it('has no seconds, which the import keeps from the record', () => {
    const change = new Date('2025-06-07T08:09:40.123Z')
    const history: Period[] = [
      { ...receiver, removedAt: change },
      { ...updated, installedAt: change },
      { ...antenna, id: 4, installedAt: new Date('2024-01-02T03:04:10Z'), removedAt: new Date('2024-01-02T03:04:30Z') },
      { ...antenna, type: 'TRM57971.00', installedAt: new Date('2024-01-02T03:04:30Z') },
    ]
    const { log, errors } = parse(writeSiteLog({ ...site, history }))
    expect(errors).toEqual([])
    const { periods } = planImport(log, history, facts, { code: 'CDMX' })
    expect(periods.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same'])
  })

  it('leaves unknown facts blank', () => {
    const bare = writeSiteLog({ ...site, facts: NO_SITE_FACTS, history: [{ ...antenna, up: null }], position: null })
    expect(bare).toContain('       X coordinate (m)       :\n')
    expect(bare).toContain('     Marker->ARP Up Ecc. (m)  :\n')
    expect(parse(bare).log).toMatchObject({ facts: { agency: 'Red' }, periods: [{ up: null }] })
  })
})

describe('GeodesyML', () => {
  it('states the same facts, escaped', () => {
    const xml = writeGeodesyMl(site)
    expect(xml).toContain('<geo:siteName>Ciudad &#60;1&#62;</geo:siteName>')
    expect(xml).toContain('<gco:CharacterString>Red «Norte» &#38; Sur</gco:CharacterString>')
    expect(xml).toContain('>LEIAR25.R4      LEIT</geo:igsModelCode>')
    expect(xml).toContain('<geo:marker-arpUpEcc.>0.1000</geo:marker-arpUpEcc.>')
    expect(xml).toContain('<geo:dateRemoved>2025-06-07T08:09:00.000Z</geo:dateRemoved>')
    expect(xml).toContain('<geo:dateRemoved indeterminatePosition="unknown"/>')
    expect(xml.match(/<geo:GnssReceiver /g)).toHaveLength(2)
  })

  it('leaves out what is unknown', () => {
    const xml = writeGeodesyMl({ ...site, facts: NO_SITE_FACTS, history: [{ ...antenna, up: null }], position: null })
    expect(xml).not.toContain('gmd:contactInfo')
    expect(xml).not.toContain('gml:pos')
    expect(xml).toContain('<geo:marker-arpUpEcc. xsi:nil="true"/>')
  })
})

const LOG = `     CDMX Site Information Form (site log)

1.   Site Identification of the GNSS Monument

     Site Name                : Ciudad
     Four Character ID        : CDMX
     IERS DOMES Number        : (A9)
     Date Installed           : 2019-01-01

3.   GNSS Receiver Information

3.1  Receiver Type            : LEICA GR50
     Serial Number            : 1870123
     Firmware Version         : 4.50
     Date Installed           : 2019-01-01T00:00Z
     Date Removed             : (CCYY-MM-DDThh:mmZ)

3.x  Receiver Type            : (A20, from rcvr_ant.tab; see instructions)
     Date Installed           : (CCYY-MM-DDThh:mmZ)

4.   GNSS Antenna Information

4.1  Antenna Type             : LEIAR25.R4      LEIT
     Marker->ARP Up Ecc. (m)  : 0.1
     Date Installed           : 2019-01-01T00:00Z
     Date Removed             : CCYY-MM-DDThh:mmZ

11.  On-Site, Point of Contact Agency Information

     Agency                   : Instituto de
                              : Geografía
     Primary Contact
       Contact Name           : Ana
     Secondary Contact
       Contact Name           : Luis
`

describe('a site log of version 1.0', () => {
  it('is read without the hints of the form', () => {
    const { log, errors } = parse(LOG.replaceAll('\n', '\r\n'))
    expect(errors).toEqual([])
    expect(log.id).toBe('CDMX')
    expect(log.facts).toEqual({
      installedAt: at('2019-01-01T00:00'),
      agency: 'Instituto de Geografía',
      contactName: 'Ana',
    })
    expect(log.periods).toMatchObject([
      { kind: 'receiver', type: 'LEICA GR50', firmware: '4.50', removedAt: null, line: 12 },
      { kind: 'antenna', type: 'LEIAR25.R4', radome: 'LEIT', up: 0.1, north: null, line: 23 },
    ])
    expect(readSiteLog(Buffer.from(LOG, 'latin1')).log.facts.agency).toBe('Instituto de Geografía')
  })

  it.each([
    [
      '2019-01-01T00:00Z\n     Date Removed             : (',
      '2019-02-31T00:00Z\n     Date Removed             : (',
      15,
      'site_log_date',
    ],
    [': 0.1\n', ': about 10 cm\n', 24, 'site_log_number'],
    ['4.50\n     Date Installed           : 2019-01-01T00:00Z\n', '4.50\n', 12, 'missing'],
    ['Date Removed             : (CCYY-MM-DDThh:mmZ)', 'Date Removed             : 2018-01-01', 16, 'end_before_start'],
  ])('gets an error with its line: %j', (from, to, line, code) => {
    expect(parse(LOG.replace(from, to)).errors).toMatchObject([{ path: [line, expect.any(String)], code }])
  })

  it('gets an error if two receivers overlap', () => {
    const again = LOG.replace(
      '3.x  Receiver Type',
      '3.2  Receiver Type            : X\n     Date Installed           : 2020-01-01\n3.x  Receiver Type',
    )
    expect(parse(again).errors).toMatchObject([{ path: [18, 'Date Installed'], code: 'site_log_overlap' }])
  })

  it.each(['', 'hello', '{"a": 1}', '1,2,3\n'])('is not any other file: %j', (text) => {
    expect(() => parse(text)).toThrow(Refusal)
  })
})

describe('an import', () => {
  const plan = (history: readonly Period[], text = LOG) =>
    planImport(parse(text).log, history, NO_SITE_FACTS, { code: 'CDMX' })
  const outcomes = (history: readonly Period[]) =>
    plan(history).periods.map(({ outcome, period }) => [outcome, period.removedAt?.toISOString().slice(0, 10) ?? null])
  const stream = { ...receiver, removedAt: null, origin: 'stream' as const }

  it('adds what is new, and lists every fact that it changes', () => {
    expect(outcomes([])).toEqual([
      ['new', null],
      ['new', null],
    ])
    expect(plan([]).facts.map(({ field, from }) => [field, from])).toEqual([
      ['agency', ''],
      ['contactName', ''],
      ['installedAt', null],
    ])
  })

  it('extends the period of the same equipment', () => {
    const [first] = plan([stream]).periods
    expect(first).toMatchObject({ outcome: 'changed', before: stream, period: { installedAt: at('2019-01-01T00:00') } })
  })

  it('ends before other equipment that was recorded later', () => {
    expect(outcomes([{ ...stream, firmware: '4.60' }])[0]).toEqual(['new', '2024-01-02'])
  })

  it('conflicts with other equipment of the same time', () => {
    expect(outcomes([{ ...stream, serial: '9', installedAt: at('2018-01-01T00:00') }])[0]![0]).toBe('conflict')
  })

  it("names the file's station if it is another one", () => {
    expect(plan([], LOG.replace(': CDMX', ': TOLU')).otherId).toBe('TOLU')
  })
})
