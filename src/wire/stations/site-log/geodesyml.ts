// Writes a site log as GeodesyML 0.5 (XML). Facts that are unknown are left out where the schema allows it.
import { antennaCode, type Period } from '../../../domain/archive/equipment.ts'
import { loggable, nineCharacterId, type SiteDescription } from '../../../domain/archive/site-log.ts'
import { heightOf, positionOf } from '../../../domain/geometry/geodesy.ts'

const GEO = 'urn:xml-gov-au:icsm:egeodesy:0.5'
const LISTS = 'http://xml.gov.au/icsm/geodesyml/codelists'
const NAMESPACES = {
  geo: GEO,
  gml: 'http://www.opengis.net/gml/3.2',
  gmd: 'http://www.isotc211.org/2005/gmd',
  gco: 'http://www.isotc211.org/2005/gco',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

type Attributes = Readonly<Record<string, string>>
type Node = readonly string[]

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, '')
const opened = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')

const leaf = (name: string, text: string, attributes: Attributes = {}): Node => [
  text === '' ? `<${opened(name, attributes)}/>` : `<${opened(name, attributes)}>${escaped(text)}</${name}>`,
]
const optional = (name: string, text: string, attributes: Attributes = {}): Node =>
  text === '' ? [] : leaf(name, text, attributes)
const node = (name: string, attributes: Attributes, ...children: Node[]): Node => [
  `<${opened(name, attributes)}>`,
  ...children.flat().map((line) => `  ${line}`),
  `</${name}>`,
]

const number = (name: string, value: number | null): Node =>
  value === null ? leaf(name, '', { 'xsi:nil': 'true' }) : leaf(name, value.toFixed(4))
const time = (name: string, at: Date | null): Node =>
  at === null ? leaf(name, '', { indeterminatePosition: 'unknown' }) : leaf(name, at.toISOString())

const codeOf = (list: string, value: string): Attributes => ({
  codeList: `${LISTS}/${list}`,
  codeListValue: value,
  codeSpace: GEO,
})

export const geodesyMlName = ({ station }: SiteDescription): string => `${nineCharacterId(station)}.xml`

export function writeGeodesyMl(site: SiteDescription): string {
  const { station, facts, history, networkName, preparedAt } = site
  const id = nineCharacterId(station)
  const agency = facts.agency || networkName
  const namespaces = Object.fromEntries(Object.entries(NAMESPACES).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]))
  const document = node(
    'geo:GeodesyML',
    { 'gml:id': id, ...namespaces },
    node(
      'geo:siteLog',
      { 'gml:id': `site-log-${id}` },
      node(
        'geo:formInformation',
        {},
        node(
          'geo:FormInformation',
          { 'gml:id': 'form-information' },
          leaf('geo:preparedBy', facts.contactName || agency),
          leaf('geo:datePrepared', preparedAt.toISOString().slice(0, 10)),
          leaf('geo:reportType', 'UPDATE'),
        ),
      ),
      identification(site, id),
      location(site),
      ...loggable(history, 'receiver').map((period, index) => receiver(period, index + 1, station.constellations)),
      ...loggable(history, 'antenna').map((period, index) => antenna(period, index + 1)),
      node('geo:siteMetadataCustodian', { 'gml:id': 'site-metadata-custodian' }, contact(site, agency)),
    ),
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n${document.join('\n')}\n`
}

const identification = ({ station, facts }: SiteDescription, id: string): Node =>
  node(
    'geo:siteIdentification',
    {},
    node(
      'geo:SiteIdentification',
      { 'gml:id': 'site-identification' },
      leaf('geo:siteName', station.name),
      leaf('geo:fourCharacterID', id.slice(0, 4)),
      leaf('geo:monumentNumber', id.slice(4, 5)),
      leaf('geo:receiverNumber', id.slice(5, 6)),
      leaf('geo:iersDOMESNumber', facts.markerNumber),
      leaf('geo:cdpNumber', ''),
      optional('geo:monumentDescription', facts.monument, { codeSpace: 'urn:ga-gov-au:monument-description-type' }),
      facts.installedAt ? time('geo:dateInstalled', facts.installedAt) : [],
    ),
  )

function location({ station, facts, position }: SiteDescription): Node {
  const point = (name: string, id: string, epsg: number, values: readonly string[]) =>
    node(name, {}, node('gml:Point', { 'gml:id': id }, leaf('gml:pos', values.join(' '), { srsName: `EPSG:${epsg}` })))
  const places = position && [
    // ITRF2014, Earth-centred and geodetic.
    point(
      'geo:cartesianPosition',
      'itrf-cartesian',
      7789,
      [position.x, position.y, position.z].map((metres) => metres.toFixed(4)),
    ),
    point('geo:geodeticPosition', 'itrf-geodetic', 7912, [
      positionOf(position).lat.toFixed(8),
      positionOf(position).lng.toFixed(8),
      heightOf(position).toFixed(4),
    ]),
  ]
  return node(
    'geo:siteLocation',
    {},
    node(
      'geo:SiteLocation',
      { 'gml:id': 'site-location' },
      leaf('geo:city', facts.place),
      leaf('geo:state', station.federalState),
      leaf(
        'geo:countryCodeISO',
        station.country,
        codeOf('country-codes-codelist.xml#GeodesyML_CountryCode', station.country),
      ),
      leaf('geo:tectonicPlate', '', { codeSpace: 'urn:ga-gov-au:plate-type' }),
      node('geo:approximatePositionITRF', {}, ...(places ?? [])),
      leaf('geo:notes', ''),
    ),
  )
}

const MODELS = 'antenna-receiver-codelists.xml'

const receiver = (period: Period, count: number, systems: string): Node =>
  node(
    'geo:gnssReceiver',
    {},
    node(
      'geo:GnssReceiver',
      { 'gml:id': `gnss-receiver-${count}` },
      leaf('geo:manufacturerSerialNumber', period.serial),
      leaf('geo:igsModelCode', period.type, codeOf(`${MODELS}#GeodesyML_GNSSReceiverTypeCode`, period.type)),
      leaf('geo:satelliteSystem', systems, { codeSpace: 'urn:ga-gov-au:satellite-system-type' }),
      leaf('geo:firmwareVersion', period.firmware),
      number('geo:elevationCutoffSetting', null),
      time('geo:dateInstalled', period.installedAt),
      time('geo:dateRemoved', period.removedAt),
      number('geo:temperatureStabilization', null),
    ),
    time('geo:dateInserted', period.installedAt),
  )

const antenna = (period: Period, count: number): Node =>
  node(
    'geo:gnssAntenna',
    {},
    node(
      'geo:GnssAntenna',
      { 'gml:id': `gnss-antenna-${count}` },
      leaf('geo:manufacturerSerialNumber', period.serial),
      leaf(
        'geo:igsModelCode',
        antennaCode(period),
        codeOf(`${MODELS}#GeodesyML_GNSSAntennaTypeCode`, antennaCode(period)),
      ),
      leaf('geo:antennaReferencePoint', '', { codeSpace: 'urn:ga-gov-au:antenna-reference-point-type' }),
      number('geo:marker-arpUpEcc.', period.up),
      number('geo:marker-arpNorthEcc.', period.north),
      number('geo:marker-arpEastEcc.', period.east),
      number('geo:alignmentFromTrueNorth', null),
      leaf('geo:antennaRadomeType', period.radome || 'NONE', { codeSpace: 'urn:igs-org:gnss-radome-model-code' }),
      leaf('geo:radomeSerialNumber', ''),
      leaf('geo:antennaCableType', ''),
      number('geo:antennaCableLength', null),
      time('geo:dateInstalled', period.installedAt),
      time('geo:dateRemoved', period.removedAt),
    ),
    time('geo:dateInserted', period.installedAt),
  )

function contact({ facts }: SiteDescription, agency: string): Node {
  const text = (name: string, value: string): Node =>
    value === '' ? [] : node(name, {}, leaf('gco:CharacterString', value))
  const phone = text('gmd:voice', facts.contactPhone)
  const address = text('gmd:electronicMailAddress', facts.contactEmail)
  const around = (name: string, type: string, inside: Node): Node =>
    inside.length === 0 ? [] : node(name, {}, node(type, {}, inside))
  return node(
    'gmd:CI_ResponsibleParty',
    {},
    text('gmd:individualName', facts.contactName),
    text('gmd:organisationName', agency),
    around('gmd:contactInfo', 'gmd:CI_Contact', [
      ...around('gmd:phone', 'gmd:CI_Telephone', phone),
      ...around('gmd:address', 'gmd:CI_Address', address),
    ]),
    node(
      'gmd:role',
      {},
      leaf('gmd:CI_RoleCode', 'pointOfContact', {
        codeList: 'http://www.isotc211.org/2005/resources/Codelist/gmxCodelists.xml#CI_RoleCode',
        codeListValue: 'pointOfContact',
      }),
    ),
  )
}
