// What a table that was read makes of the stations here: which are new, which changed, which are gone, and which cannot be offered.
import { isMountpoint, type StationInput, stationErrors } from '../stations/input.ts'
import type { Station } from '../stations/station.ts'
import type { LeftOut, LeftOutWhy, ToldStream } from './upstream.ts'

export type Listed = ToldStream & { readonly mountpoint: string }

/** A station as the table wants it; `id`: one that is known. */
export interface Planned {
  readonly id: number | null
  /** Only what is to be written; of a known one what the table says otherwise than before, so that what the operator set stays. */
  readonly input: StationInput
  readonly mountpoint: string
  readonly told: ToldStream
}

export interface Plan {
  readonly save: readonly Planned[]
  /** Known and as they were, but for being listed again. */
  readonly relist: readonly number[]
  readonly unlist: readonly number[]
  /** In the order of the table, whether anything changes for them or not. */
  readonly offered: readonly Listed[]
  readonly leftOut: readonly LeftOut[]
}

export interface Known {
  readonly id: number
  readonly code: string
  /** Archived with its upstream, which is not followed any more: it may come back. */
  readonly isOrphan: boolean
  /** What it is called there, and here. */
  readonly mountpoint: string
  readonly name: string
  readonly listed: boolean
  readonly told: ToldStream | null
}

export interface PlanMeans {
  readonly prefix: string
  /** Our own mark, and that of the caster whose table it is. */
  readonly mark: string
  readonly theirs: string | null
  /** Stations of this upstream, and such that were one's before. */
  readonly known: readonly Known[]
  readonly stations: readonly Pick<Station, 'id' | 'code' | 'mountpoint' | 'archived'>[]
  /** Names that are no station's: the network's, in small letters. */
  readonly taken: ReadonlySet<string>
}

const MOST_HOPS = 8

export function* planOf(streams: readonly Listed[], means: PlanMeans): Generator<undefined, Plan> {
  const { prefix, mark, theirs } = means
  // What comes back has the name it had; and a station that is followed now goes before any that was once.
  const orphans = means.known.filter((one) => one.isOrphan && one.name === `${prefix}${one.mountpoint}`)
  const followed = means.known.filter(({ isOrphan }) => !isOrphan)
  const known = new Map([...orphans, ...followed].map((one) => [one.mountpoint, one]))
  const knownIds = new Set(means.known.map(({ id }) => id))
  const others = means.stations.filter(({ id }) => !knownIds.has(id))
  const names = new Set(others.filter(({ archived }) => !archived).map(({ mountpoint }) => mountpoint.toLowerCase()))
  const codes = new Set(others.map(({ code }) => code.toLowerCase()))
  for (const { code } of means.known) codes.add(code.toLowerCase())
  const seen = new Set<string>()
  const save: Planned[] = []
  const relist: number[] = []
  const offered: Listed[] = []
  const leftOut: LeftOut[] = []
  const present = new Set<number>()
  for (const { mountpoint, ...listed } of streams) {
    yield
    const name = `${prefix}${mountpoint}`
    const told: ToldStream = { ...listed, via: theirs === null ? listed.via : [...listed.via, theirs] }
    const leave = (why: LeftOutWhy) => leftOut.push({ mountpoint, why })
    if (told.via.includes(mark) || told.via.length > MOST_HOPS) leave('ours')
    else if (!isMountpoint(name) || !isMountpoint(mountpoint)) leave('name_form')
    else if (seen.has(name.toLowerCase())) leave('twice')
    else if (means.taken.has(name.toLowerCase())) leave('mountpoint_of_network')
    else if (names.has(name.toLowerCase())) leave('mountpoint_of_station')
    else {
      seen.add(name.toLowerCase())
      const before = known.get(mountpoint)
      const code = before?.code ?? codeOf(name)
      if (!before && codes.has(code.toLowerCase())) {
        leave('code_of_station')
        continue
      }
      codes.add(code.toLowerCase())
      offered.push({ ...told, mountpoint })
      if (before) present.add(before.id)
      const input = inputOf(code, name, told, before)
      const isSame = before && !before.isOrphan && before.name === name && isSameStream(before.told, told)
      if (!isSame) save.push({ id: before?.id ?? null, input, mountpoint, told })
      else if (!before.listed) relist.push(before.id)
    }
  }
  const unlist = means.known.filter(({ id, listed, isOrphan }) => listed && !isOrphan && !present.has(id))
  return { save, relist, unlist: unlist.map(({ id }) => id), offered, leftOut }
}

/** Codes are shorter than mountpoints, and have no dots. */
function codeOf(name: string): string {
  const plain = name.replaceAll('.', '_')
  return plain.length <= 32 ? plain : `${plain.slice(0, 24)}-${checksum(name)}`
}

function checksum(text: string): string {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0
  return sum.toString(36).padStart(7, '0').slice(-7)
}

const clean = (text: string) => text.replaceAll(';', ',').slice(0, 100).trim()

/** What the table says of it, as a station. */
function saidOf(name: string, told: ToldStream): Omit<StationInput, 'code'> {
  return {
    name: clean(told.identifier) || name,
    lat: told.lat ?? 0,
    lng: told.lng ?? 0,
    format: clean(told.format) || null,
    constellations: clean(told.navSystem) || null,
    country: told.country || null,
    isRtcm: !told.format || /rtcm/i.test(told.format),
  }
}

function inputOf(code: string, name: string, told: ToldStream, before: Known | undefined): StationInput {
  const said = saidOf(name, told)
  const old = before?.told && saidOf(name, before.told)
  const isNews = ([field, value]: [string, unknown]) => value !== old?.[field as keyof typeof said]
  const news: Partial<typeof said> = old ? Object.fromEntries(Object.entries(said).filter(isNews)) : said
  // Half of the table's place and half of the operator's would be a third one.
  const place = (news.lat ?? news.lng) !== undefined && { lat: said.lat, lng: said.lng }
  const input: StationInput = { code, mountpoint: name, ...news, ...place }
  const bad = stationErrors(input).map(({ path }) => path[0])
  return { ...input, ...(bad.includes('name') && { name }) }
}

const isSameStream = (one: ToldStream | null, other: ToldStream): boolean =>
  one !== null && JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const inOrder = (told: ToldStream) => Object.entries(told).sort(([one], [other]) => (one < other ? -1 : 1))
