// Writes the text of an IGS site log, version 2.0. Labels and their columns are those of the form; sections that a
// station has no facts for are left out or blank.
import { antennaCode, type Period } from '../../../domain/archive/equipment.ts'
import { loggable, nineCharacterId, type SiteDescription } from '../../../domain/archive/site-log.ts'
import { heightOf, positionOf } from '../../../domain/geometry/geodesy.ts'

const LABEL_COLUMNS = 30
const OPEN_DATE = '(CCYY-MM-DDThh:mmZ)'

const labelled = (label: string, value = '') => `${label.padEnd(LABEL_COLUMNS)}: ${value}`.trimEnd()
const field = (label: string, value = '') => labelled(`     ${label}`, value)
const inner = (label: string, value = '') => labelled(`       ${label}`, value)
const heading = (number: number, title: string) => ['', `${`${number}.`.padEnd(5)}${title}`, '']
/** The first field of an item has its number in the margin: "3.1  Receiver Type". */
const first = (number: string, label: string, value: string) => labelled(`${number.padEnd(5)}${label}`, value)

const minute = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16)}Z` : OPEN_DATE)
const metres = (value: number | null) => (value === null ? '' : value.toFixed(4))

export const siteLogName = ({ station, preparedAt }: SiteDescription): string =>
  `${nineCharacterId(station).toLowerCase()}_${preparedAt.toISOString().slice(0, 10).replaceAll('-', '')}.log`

export function writeSiteLog(site: SiteDescription): string {
  const { station, facts, history, networkName, preparedAt } = site
  const id = nineCharacterId(station)
  const agency = facts.agency || networkName
  const lines = [
    `     ${id} Site Information Form (site log v2.0)`,
    '     International GNSS Service',
    '     See Instructions at:',
    '       https://files.igs.org/pub/station/general/sitelog_instr_v2.0.txt',
    ...heading(0, 'Form'),
    field('Prepared by (full name)', facts.contactName || agency),
    field('Date Prepared', preparedAt.toISOString().slice(0, 10)),
    field('Report Type', 'UPDATE'),
    ...heading(1, 'Site Identification of the GNSS Monument'),
    field('Site Name', station.name),
    field('Nine Character ID', id),
    field('Monument Inscription'),
    field('IERS DOMES Number', facts.markerNumber),
    field('CDP Number'),
    field('Monument Description', facts.monument),
    field('Date Installed', minute(facts.installedAt)),
    ...heading(2, 'Site Location Information'),
    field('City or Town', facts.place),
    field('State or Province', station.federalState),
    field('Country or Region', station.country),
    field('Tectonic Plate'),
    ...positionLines(site),
    ...heading(3, 'GNSS Receiver Information'),
    ...loggable(history, 'receiver').flatMap((period, index) =>
      receiverLines(period, index + 1, station.constellations),
    ),
    ...heading(4, 'GNSS Antenna Information'),
    ...loggable(history, 'antenna').flatMap((period, index) => antennaLines(period, index + 1)),
    ...heading(11, 'On-Site, Point of Contact Agency Information'),
    field('Agency', agency),
    '     Primary Contact',
    inner('Contact Name', facts.contactName),
    inner('Telephone (primary)', facts.contactPhone),
    inner('E-mail', facts.contactEmail),
    ...heading(12, 'Responsible Agency (if different from 11.)'),
    ...heading(13, 'More Information'),
  ]
  return `${lines.join('\n')}\n`
}

function positionLines({ position }: SiteDescription): string[] {
  const geodetic = position && { ...positionOf(position), height: heightOf(position) }
  return [
    '     Approximate Position (ITRF)',
    inner('X coordinate (m)', metres(position?.x ?? null)),
    inner('Y coordinate (m)', metres(position?.y ?? null)),
    inner('Z coordinate (m)', metres(position?.z ?? null)),
    inner('Latitude (N is +)', geodetic ? sexagesimal(geodetic.lat, 2) : ''),
    inner('Longitude (E is +)', geodetic ? sexagesimal(geodetic.lng, 3) : ''),
    inner('Elevation (m,ellips.)', geodetic ? geodetic.height.toFixed(1) : ''),
  ]
}

/** +DDMMSS.SS (ISO 6709). Counts hundredths of a second, so that 59.999″ never becomes 60.00. */
export function sexagesimal(degrees: number, digits: number): string {
  const hundredths = Math.round(Math.abs(degrees) * 360_000)
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0')
  const seconds = ((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0')
  return `${degrees < 0 ? '-' : '+'}${part(hundredths / 360_000, digits)}${part((hundredths / 6_000) % 60, 2)}${seconds}`
}

const receiverLines = (period: Period, number: number, systems: string): string[] => [
  first(`3.${number}`, 'Receiver Type', period.type),
  field('Satellite System', systems),
  field('Serial Number', period.serial),
  field('Firmware Version', period.firmware),
  field('Elevation Cutoff Setting'),
  field('Date Installed', minute(period.installedAt)),
  field('Date Removed', minute(period.removedAt)),
  field('Temperature Stabiliz.'),
  field('Additional Information'),
  '',
]

const antennaLines = (period: Period, number: number): string[] => [
  first(`4.${number}`, 'Antenna Type', antennaCode(period)),
  field('Serial Number', period.serial),
  field('Antenna Reference Point'),
  field('Marker->ARP Up Ecc. (m)', metres(period.up)),
  field('Marker->ARP North Ecc(m)', metres(period.north)),
  field('Marker->ARP East Ecc(m)', metres(period.east)),
  field('Alignment from True N'),
  field('Antenna Radome Type', period.radome || 'NONE'),
  field('Radome Serial Number'),
  field('Antenna Cable Type'),
  field('Antenna Cable Length'),
  field('Date Installed', minute(period.installedAt)),
  field('Date Removed', minute(period.removedAt)),
  field('Additional Information'),
  '',
]
