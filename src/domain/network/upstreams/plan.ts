// Compares an upstream sourcetable with the stations here: which are new, changed or gone, and which cannot be offered.
import { type StationInput, stationErrors } from '../../stations/input.ts'
import { codeOf, distinctCodeOf } from './code.ts'
import { type Known, type Listed, type PlanContext, plannedStreamsOf } from './planned-streams.ts'
import type { LeftOut, ReportedStream } from './upstream.ts'

/** A station to save; `id` is `null` if new. */
export interface Planned {
  readonly id: number | null
  /** Fields to write. For a known station only what the table changed, so that the operator's edits survive. */
  readonly input: StationInput
  readonly mountpoint: string
  readonly told: ReportedStream
}

export interface Plan {
  readonly save: readonly Planned[]
  /** Known stations that are listed again, otherwise unchanged. */
  readonly relist: readonly number[]
  readonly unlist: readonly number[]
  /** All offered streams, in table order, changed or not. */
  readonly offered: readonly Listed[]
  readonly leftOut: readonly LeftOut[]
}

export function* planOf(streams: readonly Listed[], context: PlanContext): Generator<undefined, Plan> {
  const planned = yield* plannedStreamsOf(streams, context)
  const knownIds = new Set(context.known.map(({ id }) => id))
  const others = new Set(context.stations.filter(({ id }) => !knownIds.has(id)).map(({ code }) => code.toLowerCase()))
  const own = new Set(context.known.map(({ code }) => code.toLowerCase()))
  const save: Planned[] = []
  const relist: number[] = []
  const offered: Listed[] = []
  const leftOut: LeftOut[] = []
  const present = new Set<number>()
  for (const { mountpoint, name, told, before, why } of planned) {
    yield
    // A prefix avoids clashes with codes of other stations; it cannot separate two names of the same table.
    const plain = codeOf(name)
    const code = before?.code ?? (own.has(plain.toLowerCase()) ? distinctCodeOf(name) : plain)
    const isTaken = !before && (others.has(code.toLowerCase()) || own.has(code.toLowerCase()))
    if (why !== null || isTaken) {
      leftOut.push({ mountpoint, why: why ?? 'code_of_station' })
      continue
    }
    own.add(code.toLowerCase())
    offered.push({ ...told, mountpoint })
    if (before) present.add(before.id)
    const input = inputOf(code, name, told, before)
    const isSame = before && !before.isOrphan && before.name === name && isSameStream(before.told, told)
    if (!isSame) save.push({ id: before?.id ?? null, input, mountpoint, told })
    else if (!before.listed) relist.push(before.id)
  }
  const unlist = context.known.filter(({ id, listed, isOrphan }) => listed && !isOrphan && !present.has(id))
  return { save, relist, unlist: unlist.map(({ id }) => id), offered, leftOut }
}

const clean = (text: string) => text.replaceAll(';', ',').slice(0, 100).trim()

/** Converts a sourcetable entry to station fields. */
function saidOf(name: string, told: ReportedStream): Omit<StationInput, 'code'> {
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

function inputOf(code: string, name: string, told: ReportedStream, before: Known | undefined): StationInput {
  const said = saidOf(name, told)
  const old = before?.told && saidOf(name, before.told)
  const isNews = ([field, value]: [string, unknown]) =>
    value !== old?.[field as keyof typeof said] && !(before?.hasOwnPosition && (field === 'lat' || field === 'lng'))
  const news: Partial<typeof said> = before ? Object.fromEntries(Object.entries(said).filter(isNews)) : said
  // Take both coordinates from the table: mixing one with the operator's would give a wrong position.
  const place = (news.lat ?? news.lng) !== undefined && { lat: said.lat, lng: said.lng }
  const input: StationInput = { code, mountpoint: name, ...news, ...place }
  const bad = stationErrors(input).map(({ path }) => path[0])
  return { ...input, ...(bad.includes('name') && { name }) }
}

const isSameStream = (one: ReportedStream | null, other: ReportedStream): boolean =>
  one !== null && JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const inOrder = (told: ReportedStream) => Object.entries(told).sort(([one], [other]) => (one < other ? -1 : 1))
