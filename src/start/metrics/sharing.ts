import type { Registry } from 'prom-client'
import type { SharingCounts } from '../../caster/sharing/sharing.ts'
import { by, registerScraped, scrapedMetrics } from './scraped.ts'

export function watchSharing(registry: Registry, counts: () => SharingCounts): void {
  const { gauge, counter } = scrapedMetrics(registry)
  registerScraped(
    registry,
    {
      name: 'vertice_bus_up',
      help: 'Whether each caster of this machine is connected to the message bus.',
      type: 'gauge',
      aggregator: 'min', // 0 if any caster has no bus
    },
    () => [[{}, counts().isUp ? 1 : 0]],
  )
  gauge('vertice_bus_stations_owned', 'Stations whose stream this node has.', () => counts().owned)
  gauge('vertice_bus_stations_listened', 'Stations whose stream this node gets from another.', () => counts().listened)
  counter(
    'vertice_bus_received_messages_total',
    'Messages of streams from other nodes; none where no rover wants any.',
    () => counts().messagesIn,
  )
  counter('vertice_bus_received_bytes_total', 'Bytes of streams from other nodes.', () => counts().bytesIn)
  counter(
    'vertice_bus_sent_messages_total',
    'Messages to other nodes: of streams, and a sign of life a second.',
    () => counts().messagesOut,
  )
  counter('vertice_bus_sent_bytes_total', 'Bytes of messages to other nodes.', () => counts().bytesOut)
  counter(
    'vertice_bus_gaps_total',
    'Messages of streams that other nodes sent and that did not come.',
    () => counts().missed,
  )
  counter(
    'vertice_bus_too_old_total',
    'Messages of streams that came too late and were not passed on.',
    () => counts().tooOld,
  )
  counter(
    'vertice_bus_unsendable_total',
    'Messages that could not be sent, and were dropped.',
    () => counts().unsendable,
  )
  registerScraped(
    registry,
    {
      name: 'vertice_bus_rejected_messages_total',
      help: 'Messages from the bus that had no effect, by reason.',
      type: 'counter',
    },
    () => by('reason', counts().rejected),
  )
}
