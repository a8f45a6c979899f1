// Reads the text of an IGS site log, version 1.0 or 2.0: sites, receivers and antennas. Other sections are skipped.
import type { EquipmentKind } from '../../../domain/archive/equipment.ts'
import { isOverlapping, readAntennaCode } from '../../../domain/archive/equipment.ts'
import type { SiteFacts } from '../../../domain/archive/site.ts'
import type { LoggedPeriod, SiteLog } from '../../../domain/archive/site-log.ts'
import { type FieldFault, wrong } from '../../../domain/codes/fault.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'

const MOST_LINES = 20_000
const HEADING = /^(\d{1,2})\.\s+\S/
const ITEM = /^(\d{1,2})\.(\d+|x)\s+(\S.*?)\s*:(?:\s(.*))?$/
const FIELD = /^\s+(\S.*?)?\s*:(?:\s(.*))?$/

interface Value {
  readonly text: string
  readonly line: number
}
type Values = Map<string, Value>

interface Block {
  readonly section: number
  readonly line: number
  readonly values: Values
}

export interface ReadLog {
  readonly log: SiteLog
  /** Paths are the line, from 1, and the label. */
  readonly errors: readonly FieldFault[]
}

/** Throws if the file is no site log at all. */
export function readSiteLog(file: Buffer): ReadLog {
  const blocks = blocksOf(textOf(file))
  const errors: FieldFault[] = []
  const values = (section: number): Values => blocks.find((block) => block.section === section)?.values ?? new Map()
  const items = (section: number) => blocks.filter((block) => block.section === section && block.values.size > 0)
  const periods = [
    ...items(3).flatMap((block) => receiverOf(block, errors)),
    ...items(4).flatMap((block) => antennaOf(block, errors)),
  ]
  if (blocks.length === 0 || (periods.length === 0 && errors.length === 0 && values(1).size === 0))
    throw unreadable('file_not_site_log')
  for (const [index, period] of periods.entries())
    if (periods.slice(0, index).some((earlier) => isOverlapping(earlier, period)))
      errors.push(wrong([period.line, 'Date Installed'], 'site_log_overlap'))
  const id = textIn(values(1), 'Nine Character ID') || textIn(values(1), 'Four Character ID')
  return { log: { id, facts: factsOf(values, errors), periods }, errors }
}

function textOf(file: Buffer): string[] {
  if (file.length === 0) throw unreadable('file_empty')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    text = file.toString('latin1')
  }
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > MOST_LINES) throw unreadable('too_many_lines', { most: MOST_LINES })
  return lines
}

/** A block is a section, or an item of a section that lists several. A heading before its items is an empty block. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let last: string | null = null
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const item = ITEM.exec(raw)
    if (item) {
      const [, section, number, label, text = ''] = item
      // Items "3.x" are the empty form.
      blocks.push({ section: number === 'x' ? -1 : Number(section), line, values: new Map() })
      last = label!
      blocks.at(-1)!.values.set(last, { text: tidy(text), line })
      continue
    }
    const heading = HEADING.exec(raw)
    if (heading) {
      blocks.push({ section: Number(heading[1]), line, values: new Map() })
      last = null
      continue
    }
    const [, label, text = ''] = FIELD.exec(raw) ?? []
    const { values } = blocks.at(-1) ?? { values: null }
    if (!values || text === undefined || !FIELD.test(raw)) continue
    if (label === undefined) {
      // A line without a label continues the value above.
      const before = last === null ? undefined : values.get(last)
      if (before && tidy(text)) values.set(last!, { ...before, text: `${before.text} ${tidy(text)}`.trim() })
      continue
    }
    last = label
    // Contacts repeat their labels; the first one is the primary contact.
    if (!values.has(label)) values.set(label, { text: tidy(text), line })
  }
  return blocks
}

/** Without the hints of the empty form, such as "(A20, from rcvr_ant.tab)" or "CCYY-MM-DD". */
const tidy = (text: string) => {
  const value = text.trim()
  return /^\(.*\)$/.test(value) || /^CCYY/.test(value) ? '' : value
}

const textIn = (values: Values, label: string) => values.get(label)?.text ?? ''

function receiverOf({ values, line }: Block, errors: FieldFault[]): LoggedPeriod[] {
  const base = periodOf('receiver', values, line, errors)
  return base ? [{ ...base, firmware: textIn(values, 'Firmware Version').slice(0, 31) }] : []
}

function antennaOf({ values, line }: Block, errors: FieldFault[]): LoggedPeriod[] {
  const base = periodOf('antenna', values, line, errors)
  if (!base) return []
  const code = readAntennaCode(base.type)
  const radome = (textIn(values, 'Antenna Radome Type') || code.radome).toUpperCase().slice(0, 4)
  return [
    {
      ...base,
      type: code.type,
      radome,
      up: metresIn(values, 'Marker->ARP Up Ecc. (m)', errors),
      north: metresIn(values, 'Marker->ARP North Ecc(m)', errors),
      east: metresIn(values, 'Marker->ARP East Ecc(m)', errors),
    },
  ]
}

const TYPE_LABEL = { receiver: 'Receiver Type', antenna: 'Antenna Type' } as const
const BLANK = { firmware: '', radome: '', up: null, east: null, north: null }

/** `null` if the item is empty or has no readable dates. */
function periodOf(kind: EquipmentKind, values: Values, line: number, errors: FieldFault[]): LoggedPeriod | null {
  const type = textIn(values, TYPE_LABEL[kind])
  const [installed, removed] = [timeIn(values, 'Date Installed', errors), timeIn(values, 'Date Removed', errors)]
  if (type === '') {
    if (installed) errors.push(wrong([line, TYPE_LABEL[kind]], 'missing'))
    return null
  }
  if (installed === null) {
    const at = values.get('Date Installed')
    if (!at?.text) errors.push(wrong([at?.line ?? line, 'Date Installed'], 'missing'))
    return null
  }
  if (removed !== null && removed <= installed) {
    errors.push(wrong([values.get('Date Removed')!.line, 'Date Removed'], 'end_before_start'))
    return null
  }
  const serial = textIn(values, 'Serial Number').slice(0, 31)
  return { ...BLANK, kind, type, serial, installedAt: installed, removedAt: removed, line }
}

const TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2})?\s*Z?)?$/

function timeIn(values: Values, label: string, errors: FieldFault[]): Date | null {
  const value = values.get(label)
  if (!value?.text) return null
  const [, year, month, day, hour = '00', minute = '00'] = TIME.exec(value.text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  // JavaScript accepts 31 February and moves it to March.
  if (!Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)) return at
  errors.push(wrong([value.line, label], 'site_log_date', { text: value.text.slice(0, 40) }))
  return null
}

function metresIn(values: Values, label: string, errors: FieldFault[]): number | null {
  const value = values.get(label)
  if (!value?.text) return null
  const [, number] = /^([+-]?\d*\.?\d+)\s*m?$/.exec(value.text) ?? []
  if (number !== undefined) return Number(number)
  errors.push(wrong([value.line, label], 'site_log_number', { text: value.text.slice(0, 40) }))
  return null
}

function factsOf(values: (section: number) => Values, errors: FieldFault[]): Partial<SiteFacts> {
  const [site, location, contact] = [values(1), values(2), values(11)]
  const installedAt = timeIn(site, 'Date Installed', errors)
  const texts: Record<Exclude<keyof SiteFacts, 'installedAt' | 'markerName'>, string> = {
    markerNumber: textIn(site, 'IERS DOMES Number'),
    monument: textIn(site, 'Monument Description'),
    place: textIn(location, 'City or Town'),
    agency: textIn(contact, 'Agency'),
    contactName: textIn(contact, 'Contact Name'),
    contactEmail: textIn(contact, 'E-mail'),
    contactPhone: textIn(contact, 'Telephone (primary)'),
  }
  const known = Object.entries(texts).filter(([, text]) => text !== '' && !/^none$/i.test(text))
  return { ...Object.fromEntries(known), ...(installedAt && { installedAt }) }
}
