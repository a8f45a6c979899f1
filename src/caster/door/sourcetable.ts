// The sourcetable: the mountpoints that can be opened now.

import {
  type Dialect,
  END_OF_TABLE,
  inAscii,
  markText,
  sourcetable,
  sourcetableFilter,
  type TableStream,
  viaText,
  type Wanted,
} from '@vertice/ntrip'
import type { StreamShape } from '@vertice/rtcm'
import { partsOf } from '../../domain/network/frame.ts'
import { altersNothing } from '../../domain/network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import {
  defaultNetworkMountpoint,
  frameOfNetwork,
  type NetworkMountpoint,
} from '../../domain/network/mountpoints/network-mountpoint.ts'
import { tableLineMountpoint } from '../../domain/network/mountpoints/table-lines.ts'
import type { StationUpstream } from '../../domain/network/upstreams/upstream.ts'
import { mountAt, mountsOf } from '../../domain/sessions/access.ts'
import { isInGroup } from '../../domain/stations/group.ts'
import { isNetworkBase, isShown } from '../../domain/stations/serving.ts'
import type { Station } from '../../domain/stations/station.ts'
import { formatDetails, likeAny, navSystems } from '../health/stream-facts.ts'
import type { EngineNow } from '../network/engine-watch.ts'
import type { Book } from '../services.ts'
import { alteredShape } from '../streams/derived/altered-shape.ts'

/** Measured values are refreshed after this long. */
const MEASURED_AGAIN_MS = 5_000
const FILTERS_KEPT = 16

/** The measured shape of a station's stream; `null` if nothing was measured yet. */
export type Measure = (stationId: number) => StreamShape | null
/** The shape of a derived stream. */
export type MeasureMade = (mountpoint: MadeMountpoint, station: StreamShape | null) => StreamShape | null

interface Measures {
  readonly measure: Measure
  readonly engineOf: EngineOf
  readonly measureMade: MeasureMade
}

/** Values measured at one refresh. */
interface Measured {
  readonly at: number
  readonly shapes: Map<number, StreamShape | null>
  readonly engines: Map<number, EngineNow>
}

/** The state of the VRS engine of a network mountpoint. */
export type EngineOf = (networkId: number) => EngineNow

const UNKNOWN_ENGINE: EngineNow = { away: null, shape: null }

interface Written {
  readonly book: Book
  readonly alive: readonly Station[]
  readonly measured: Measured
  readonly text: string
  /** Its lines with their fields in upper case, once a filter was used. */
  readonly records: Map<Letters, readonly TableLine[]>
  /** The unfiltered table, which nearly all clients ask for. */
  readonly whole: Map<Letters, Buffer>
  /** Filtered tables, by filter. */
  readonly parts: Map<string, Buffer>
}

type Letters = 'ascii' | 'utf-8'

interface TableLine {
  readonly line: string
  readonly fields: readonly string[]
}

/** Cached until something changes: clients may request the table often, and thousands of stations take a while. */
export class Sourcetable {
  #written: Written | null = null
  #measured: Measured | null = null

  /** `filter`: the query of the request. */
  now(
    book: Book,
    alive: readonly Station[],
    measure: Measure,
    dialect: Dialect,
    filter = '',
    engineOf: EngineOf = () => UNKNOWN_ENGINE,
    measureMade: MeasureMade = () => null,
  ): Buffer {
    const written = this.#writtenNow(book, alive, { measure, engineOf, measureMade })
    // UTF-8 only where the reply declares it: a rev1 or rev2 sourcetable cannot, and common clients then show garbage
    // or truncate the text.
    const letters = dialect === 'http' ? 'utf-8' : 'ascii'
    const { whole, parts } = written
    const isWanted = filter === '' ? null : sourcetableFilter(filter)
    if (!isWanted) return keep(whole, letters, () => Buffer.from(textIn(letters, written)))
    const key = `${letters} ${filter}`
    if (parts.size >= FILTERS_KEPT && !parts.has(key)) parts.clear()
    return keep(parts, key, () => Buffer.from(partOf(linesIn(letters, written), isWanted)))
  }

  #writtenNow(book: Book, alive: readonly Station[], { measure, engineOf, measureMade }: Measures): Written {
    const known = this.#written
    const measured = this.#measuredNow()
    if (known?.book === book && known.measured === measured && areSame(known.alive, alive)) return known
    const { shapes, engines } = measured
    const text = tableOf(book, alive, {
      measure: (id) => keep(shapes, id, () => measure(id)),
      engineOf: (id) => keep(engines, id, () => copyOf(engineOf(id))),
      measureMade,
    })
    this.#written = known?.text === text ? { ...known, book, alive, measured } : unasked(book, alive, measured, text)
    return this.#written
  }

  #measuredNow(): Measured {
    const now = performance.now()
    if (!this.#measured || now - this.#measured.at > MEASURED_AGAIN_MS)
      this.#measured = { at: now, shapes: new Map(), engines: new Map() }
    return this.#measured
  }
}

/** The state of an engine changes. */
const copyOf = ({ away, shape }: EngineNow): EngineNow => ({ away, shape })

const areSame = (some: readonly Station[], others: readonly Station[]) =>
  some.length === others.length && some.every((station, index) => station === others[index])

const unasked = (book: Book, alive: readonly Station[], measured: Measured, text: string): Written => ({
  ...{ book, alive, measured, text },
  whole: new Map(),
  records: new Map(),
  parts: new Map(),
})

const textIn = (letters: Letters, { text }: Written) => (letters === 'ascii' ? inAscii(text) : text)

const linesIn = (letters: Letters, written: Written) =>
  keep(written.records, letters, () =>
    textIn(letters, written)
      .split('\r\n')
      .map((line) => ({ line, fields: line.toUpperCase().split(';') })),
  )

function keep<Key, Value>(among: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!among.has(key)) among.set(key, make())
  return among.get(key)!
}

function partOf(all: readonly TableLine[], isWanted: Wanted): string {
  const lines = all.flatMap(({ line, fields }) => (isWanted(fields) ? [line] : []))
  return [...lines, END_OF_TABLE].join('\r\n')
}

const GENERATOR = 'Vertice'
const NO_GROUPS: NonNullable<Book['groups']> = new Map()

function tableOf(book: Book, alive: readonly Station[], { measure, engineOf, measureMade }: Measures): string {
  const { network, active, mountpoints = [], networks = [defaultNetworkMountpoint(network)], groups = NO_GROUPS } = book
  const mounts = mountsOf(network, active, mountpoints, networks)
  const living = new Map(mountpoints.length > 0 ? alive.map((station) => [station.id, station]) : [])
  const made = mountpoints.flatMap((mountpoint) => {
    const station = living.get(mountpoint.stationId)
    const isOffered = station && mountAt(mounts, mountpoint.name)?.name === mountpoint.name
    return isOffered ? [madeStream(mountpoint, station, measureMade(mountpoint, measure(station.id)))] : []
  })
  const bases = alive.filter(isNetworkBase)
  const shown = alive.length > 0 ? alive : active
  const served = networks.flatMap((one) => {
    const isMember = ({ id }: Station) => isInGroup(one.groupId, id, groups)
    const own = bases.filter(isMember)
    if (one.engine === null && own.length === 0) return []
    return [{ ...networkStream(one, network, own, measure, engineOf(one.id)), ...centreOf(shown.filter(isMember)) }]
  })
  return sourcetable({
    caster: {
      host: network.casterHost,
      port: network.casterPort,
      identifier: network.name,
      operator: network.name,
      readsGga: true,
      country: network.country,
      ...(network.mark && { misc: markText(network.mark) }),
      ...centreOf(shown),
    },
    network: { identifier: network.name, operator: network.name, fee: true },
    // A mountpoint of this caster takes precedence over an operator's own line.
    lines: (network.tableLines ?? []).filter((line) => mountAt(mounts, tableLineMountpoint(line) ?? '') === null),
    streams: [...served, ...alive.filter(isShown).map((station) => streamOf(station, measure(station.id))), ...made],
  })
}

type Measurable = Pick<TableStream, 'formatDetails' | 'carrier' | 'constellations' | 'bitrate'>

/** `declared`: the constellations, used until some were measured. */
function measuredOf(shape: StreamShape | null, declared: readonly string[]): Measurable {
  const isMeasured = shape !== null && shape.frequencies > 0
  return {
    formatDetails: shape ? formatDetails(shape.messages) : '',
    carrier: !isMeasured || shape.frequencies > 1 ? 2 : 1,
    constellations: isMeasured ? navSystems(shape.constellations) : declared,
    ...(shape?.bitsPerSecond != null && { bitrate: shape.bitsPerSecond }),
  }
}

function streamOf(station: Station, shape: StreamShape | null): TableStream {
  return {
    mountpoint: station.mountpoint,
    identifier: station.name,
    format: station.format,
    ...measuredOf(shape, station.constellations.split('+').filter(Boolean)),
    country: station.country,
    lat: station.lat,
    lng: station.lng,
    needsGga: false,
    fromNetwork: false,
    generator: GENERATOR,
    isOpen: station.isOpen ?? false,
    misc: frameText(station.datum),
    ...(station.upstream && toldOf(station.upstream, shape)),
  }
}

/** The frame of an external caster's coordinates is unknown, so `toldOf` replaces this text. */
function frameText(datum: string): string {
  const { name, epoch } = partsOf(datum)
  return epoch === null ? name : `${name} epoch ${epoch}`
}

/** Announces nothing for an altered stream of unknown shape: it does not carry what its station declares. */
function madeStream({ name, label, alteration, isOpen }: MadeMountpoint, station: Station, shape: StreamShape | null) {
  const told = streamOf(station, shape)
  const isUnknown = shape === null && !altersNothing(alteration)
  const { formatDetails, carrier, constellations, bitrate, ...rest } = isUnknown
    ? { ...told, ...measuredOf(null, told.constellations) }
    : told
  const kept = alteration.constellations === null ? null : navSystems(alteration.constellations)
  const isMeasured = shape !== null && shape.frequencies > 0
  return {
    ...rest,
    ...{ mountpoint: name, identifier: label ?? station.name, formatDetails, carrier, isOpen },
    ...(bitrate !== undefined && !isUnknown && { bitrate }),
    constellations: isMeasured || !kept ? constellations : constellations.filter((one) => kept.includes(one)),
    misc: [alteration.announced ? frameText(alteration.announced.datum) : told.misc, `of ${station.mountpoint}`]
      .filter(Boolean)
      .join(', '),
  }
}

/** For another caster's mountpoint: values from its sourcetable, unless measured here. */
function toldOf({ told }: StationUpstream, shape: StreamShape | null): Partial<TableStream> {
  return {
    needsGga: told.needsGga,
    fromNetwork: told.fromNetwork,
    generator: told.generator,
    misc: viaText(told.via),
    ...(shape === null && {
      formatDetails: told.formatDetails,
      ...(told.carrier !== null && { carrier: told.carrier }),
      ...(told.bitrate !== null && { bitrate: told.bitrate }),
    }),
  }
}

/** A VRS engine computes from several stations. Without it, or while it is unavailable, a nearby base serves. */
function networkStream(
  { name, label, alteration, isOpen, engine }: NetworkMountpoint,
  network: Book['network'],
  bases: readonly Station[],
  measure: Measure,
  { away, shape }: EngineNow,
): Omit<TableStream, 'lat' | 'lng'> {
  const isComputed = engine !== null && (away === null || bases.length === 0)
  const altered = (sent: StreamShape | null) =>
    sent === null || altersNothing(alteration) ? sent : alteredShape(sent, alteration)
  const shapes = bases.map(({ id }) => altered(measure(id)))
  const streams = bases.map((station, index) => streamOf(station, shapes[index]!))
  const kept = alteration.constellations === null ? null : navSystems(alteration.constellations)
  const constellations = navSystems(streams.flatMap((stream) => stream.constellations)).filter(
    (one) => kept?.includes(one) ?? true,
  )
  return {
    mountpoint: name,
    identifier: label ?? network.name,
    format: network.format,
    ...(isComputed
      ? measuredOf(altered(shape), constellations)
      : {
          ...likeOneOf(streams),
          constellations,
          formatDetails: formatDetails(likeAny(shapes.flatMap((one) => one ?? []))),
        }),
    country: network.country,
    needsGga: true,
    fromNetwork: isComputed,
    generator: GENERATOR,
    isOpen,
    misc: frameText(frameOfNetwork({ alteration }, network).datum),
  }
}

function likeOneOf(streams: readonly TableStream[]): Pick<TableStream, 'carrier' | 'bitrate'> {
  const rates = streams.flatMap(({ bitrate }) => bitrate ?? [])
  return {
    carrier: streams.some(({ carrier }) => carrier === 2) ? 2 : 1,
    ...(rates.length > 0 && { bitrate: Math.max(...rates) }),
  }
}

function centreOf(stations: readonly Station[]): { lat: number | null; lng: number | null } {
  if (stations.length === 0) return { lat: null, lng: null }
  const mean = (of: (station: Station) => number) =>
    stations.reduce((sum, station) => sum + of(station), 0) / stations.length
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}
