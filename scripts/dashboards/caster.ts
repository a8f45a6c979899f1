import { type Dashboard, lines, stat, timeline } from './panels.ts'
import { INSTANCE, ON } from './shared.ts'

const CASTER = `job="vertice",process=~"caster.*",${ON}`

export const caster: Dashboard = {
  file: 'caster',
  title: 'Caster',
  description: 'Rovers, streams and rejected connections, and the load of the casters.',
  choices: [INSTANCE],
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Rovers', `sum(vertice_caster_rovers{${ON}})`, { description: 'Connected.', steps: [[null, 'blue']] }),
        stat('Streams', `sum(vertice_caster_sources{${ON}})`, {
          description: 'Stations that send data.',
          steps: [[null, 'blue']],
        }),
        stat('Sent', `sum(rate(vertice_caster_sent_bytes_total{${ON}}[$__rate_interval]))`, {
          description: 'To rovers.',
          unit: 'Bps',
          steps: [[null, 'blue']],
        }),
        stat('Refused', `sum(rate(vertice_caster_refusals_total{${ON}}[$__rate_interval]))`, {
          description: 'Rejected connections per second.',
          unit: 'cps',
          decimals: 1,
          steps: [
            [null, 'green'],
            [2, 'orange'],
            [20, 'red'],
          ],
        }),
        stat('Casters down', `count(vertice_caster_up{${ON}} == 0) or vector(0)`, {
          description: 'Caster processes that are not running; the service restarts them.',
          steps: [
            [null, 'green'],
            [1, 'red'],
          ],
        }),
        stat('NATS', `min(vertice_bus_up{${ON}})`, {
          description:
            'Whether all casters reach the message bus over which they share streams. Empty: no bus is configured.',
          noValue: 'None',
          names: { 0: ['away', 'red'], 1: ['connected', 'green'] },
          steps: [[null, 'text']],
        }),
      ],
    },
    {
      title: 'Traffic',
      panels: [
        lines('Rovers', [[`sum by (instance) (vertice_caster_rovers{${ON}})`, '{{instance}}']], {
          description: 'Connected, by machine.',
          stacked: true,
        }),
        lines('Streams', [[`sum by (instance) (vertice_caster_sources{${ON}})`, '{{instance}}']], {
          description: 'Stations that send data, by machine.',
          stacked: true,
        }),
        lines(
          'Bytes',
          [
            [`sum(rate(vertice_caster_sent_bytes_total{${ON}}[$__rate_interval]))`, 'to rovers'],
            [`sum(rate(vertice_caster_received_bytes_total{${ON}}[$__rate_interval]))`, 'from stations'],
          ],
          { description: 'Bytes per second.', unit: 'Bps' },
        ),
      ],
    },
    {
      title: 'Problems',
      panels: [
        lines(
          'Refusals',
          [[`sum by (reason) (rate(vertice_caster_refusals_total{${ON}}[$__rate_interval]))`, '{{reason}}']],
          {
            description: 'Rejected connections per second, by reason.',
            unit: 'cps',
            stacked: true,
            width: 12,
          },
        ),
        lines(
          'Slow rovers',
          [
            [`sum(rate(vertice_caster_dropped_total{${ON}}[$__rate_interval]))`, 'dropped a second'],
            [`sum(increase(vertice_caster_unrecorded_total{${ON}}[$__rate_interval]))`, 'records given up'],
          ],
          {
            description: 'Rovers that stopped reading data; sessions and rejections that could not be recorded.',
            width: 6,
          },
        ),
        lines(
          'Skipped bytes',
          [[`sum(rate(vertice_caster_left_out_bytes_total{${ON}}[$__rate_interval]))`, 'not sent']],
          {
            description: 'Bytes skipped because newer data was available when a slow rover could read again.',
            unit: 'Bps',
            width: 6,
          },
        ),
      ],
    },
    {
      title: 'Processes',
      panels: [
        timeline('Casters', [`vertice_caster_up{${ON}}`, '{{instance}} {{process}}'], {
          description: 'Whether each caster process is running. Machines with a single caster are not shown.',
          height: 5,
          noValue: 'None',
          names: { 0: ['down', 'red'], 1: ['up', 'green'] },
        }),
        lines('Event loop', [[`nodejs_eventloop_lag_p99_seconds{${CASTER}}`, '{{instance}} {{process}}']], {
          description: 'Event loop lag, 99th percentile. Above 0.1 s, add another caster.',
          unit: 's',
          width: 6,
          steps: [
            [null, 'green'],
            [0.1, 'orange'],
            [0.2, 'red'],
          ],
        }),
        lines('CPU', [[`rate(process_cpu_seconds_total{${CASTER}}[$__rate_interval])`, '{{instance}} {{process}}']], {
          description: 'Cores in use. A caster uses at most slightly more than one.',
          unit: 'percentunit',
          width: 6,
          steps: [
            [null, 'green'],
            [0.8, 'orange'],
          ],
        }),
        lines('Memory', [[`process_resident_memory_bytes{${CASTER}}`, '{{instance}} {{process}}']], {
          description: 'Resident memory.',
          unit: 'bytes',
          width: 6,
        }),
        lines(
          'Open files',
          [[`process_open_fds{${CASTER}} / process_max_fds{${CASTER}}`, '{{instance}} {{process}}']],
          {
            description: 'Open files and their limit. Each rover and each station uses one.',
            unit: 'percentunit',
            min: 0,
            max: 1,
            width: 6,
            steps: [
              [null, 'green'],
              [0.8, 'red'],
            ],
          },
        ),
      ],
    },
    {
      title: 'Between casters (NATS)',
      panels: [
        lines(
          'Stations',
          [
            [`sum by (instance) (vertice_bus_stations_owned{${ON}})`, '{{instance}} has'],
            [`sum by (instance) (vertice_bus_stations_listened{${ON}})`, '{{instance}} gets from others'],
          ],
          { description: 'Streams that a machine owns, and streams it receives from other machines.' },
        ),
        lines(
          'Messages',
          [
            [`sum(rate(vertice_bus_sent_messages_total{${ON}}[$__rate_interval]))`, 'sent'],
            [`sum(rate(vertice_bus_received_messages_total{${ON}}[$__rate_interval]))`, 'received'],
          ],
          { description: 'Messages per second over the message bus.', unit: 'ops' },
        ),
        lines(
          'Lost messages',
          [
            [`sum(rate(vertice_bus_gaps_total{${ON}}[$__rate_interval]))`, 'sent and did not come'],
            [`sum(rate(vertice_bus_too_old_total{${ON}}[$__rate_interval]))`, 'came too late'],
            [`sum(rate(vertice_bus_unsendable_total{${ON}}[$__rate_interval]))`, 'could not be sent'],
          ],
          { description: 'Messages per second that no rover received. Should be zero.', unit: 'ops' },
        ),
        lines(
          'Rejected',
          [[`sum by (reason) (rate(vertice_bus_rejected_messages_total{${ON}}[$__rate_interval]))`, '{{reason}}']],
          { description: 'Rejected messages from the message bus per second, by reason.', unit: 'ops' },
        ),
      ],
    },
  ],
}
