// What a caster that shares its streams with other nodes counts.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { SharingCounts } from '../caster/sharing/sharing.ts'

export function watchSharing(registry: Registry, counts: () => SharingCounts): void {
  const registers = [registry]
  const gauge = (name: string, help: string, value: (counts: SharingCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(counts()))
      },
    })
  const counter = (name: string, help: string, value: (counts: SharingCounts) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value(counts()))
      },
    })
  new Gauge({
    name: 'vertice_bus_up',
    help: 'Whether the bus to the other nodes is there, for each caster of this machine.',
    registers,
    aggregator: 'min', // where one of several casters does not have it, somebody should look
    collect() {
      this.set(counts().isUp ? 1 : 0)
    },
  })
  gauge('vertice_bus_stations_owned', 'Stations whose stream this node has.', ({ owned }) => owned)
  gauge(
    'vertice_bus_stations_listened',
    'Stations whose stream this node gets from another.',
    ({ listened }) => listened,
  )
  counter(
    'vertice_bus_received_messages_total',
    'Messages of streams from other nodes; none where no rover wants any.',
    ({ messagesIn }) => messagesIn,
  )
  counter('vertice_bus_received_bytes_total', 'Bytes of streams from other nodes.', ({ bytesIn }) => bytesIn)
  counter(
    'vertice_bus_sent_messages_total',
    'Messages to other nodes: of streams, and a sign of life a second.',
    ({ messagesOut }) => messagesOut,
  )
  counter('vertice_bus_sent_bytes_total', 'Bytes of messages to other nodes.', ({ bytesOut }) => bytesOut)
  counter(
    'vertice_bus_gaps_total',
    'Messages of streams that other nodes sent and that did not come.',
    ({ missed }) => missed,
  )
  counter(
    'vertice_bus_too_old_total',
    'Messages of streams that came too late and were not passed on.',
    ({ tooOld }) => tooOld,
  )
  counter(
    'vertice_bus_unsendable_total',
    'Messages that could not be sent, and were dropped.',
    ({ unsendable }) => unsendable,
  )
}
