import type { Registry } from 'prom-client'
import type { CasterCounts } from '../../caster/caster.ts'
import { by, registerScraped, scrapedMetrics } from './scraped.ts'
import { watchSharing } from './sharing.ts'

export interface CasterFigures extends CasterCounts {
  readonly refusals: ReadonlyMap<string, number>
  /** Sessions and rejections that could not be recorded, by kind. */
  readonly unrecorded: ReadonlyMap<string, number>
  readonly alarms: ReadonlyMap<string, number>
}

export function watchCaster(registry: Registry, counts: () => CasterFigures): void {
  const { gauge, counter } = scrapedMetrics(registry)
  gauge('vertice_caster_rovers', 'Rovers that are connected.', () => counts().rovers)
  gauge('vertice_caster_sources', 'Stations whose stream flows.', () => counts().sources)
  counter('vertice_caster_sent_bytes_total', 'Bytes sent to rovers.', () => counts().bytesOut)
  counter('vertice_caster_received_bytes_total', 'Bytes received from stations.', () => counts().bytesIn)
  counter(
    'vertice_caster_dropped_total',
    'Rovers dropped because they took nothing any more.',
    () => counts().droppedForSlowness,
  )
  counter(
    'vertice_caster_left_out_bytes_total',
    'Bytes not sent because something newer was there when the rover took data again.',
    () => counts().leftOutBytes,
  )
  gauge(
    'vertice_caster_altered_mountpoints',
    'Mountpoints whose stream is converted for at least one rover now.',
    () => counts().altered,
  )
  registerScraped(
    registry,
    {
      name: 'vertice_caster_not_converted_total',
      help: 'Messages, satellites, signals and values that a derived mountpoint dropped because they could not be converted, by reason.',
      type: 'counter',
    },
    () => by('reason', counts().notConverted),
  )
  registerScraped(
    registry,
    {
      name: 'vertice_caster_forwards',
      help: 'Streams forwarded to other casters by this node, by state.',
      type: 'gauge',
    },
    () => {
      const { sending, failing } = counts().forwards
      return by('state', new Map(Object.entries({ sending, failing })))
    },
  )
  counter('vertice_caster_forwarded_bytes_total', 'Bytes sent to other casters.', () => counts().forwards.bytes)
  if (counts().sharing) watchSharing(registry, () => counts().sharing!)
  registerScraped(
    registry,
    { name: 'vertice_station_alarms', help: 'Stations with an open alarm, by kind.', type: 'gauge' },
    () => by('kind', counts().alarms),
  )
  registerScraped(
    registry,
    { name: 'vertice_caster_refusals_total', help: 'Rejected connection attempts, by reason.', type: 'counter' },
    () => by('reason', counts().refusals),
  )
  registerScraped(
    registry,
    {
      name: 'vertice_caster_unrecorded_total',
      help: 'Sessions and rejections that could not be recorded and were dropped, by kind.',
      type: 'counter',
    },
    () => by('kind', counts().unrecorded),
  )
}
