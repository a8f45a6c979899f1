import { type Dashboard, lines, stat, timeline } from './panels.ts'
import { INSTANCE, ON } from './shared.ts'

const CASTER = `job="vertice",process=~"caster.*",${ON}`

export const caster: Dashboard = {
  file: 'caster',
  title: 'Caster',
  description: 'Rovers, streams and refusals, and whether the casters keep up.',
  choices: [INSTANCE],
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Rovers', `sum(vertice_caster_rovers{${ON}})`, { description: 'Connected.', steps: [[null, 'blue']] }),
        stat('Streams', `sum(vertice_caster_sources{${ON}})`, {
          description: 'Stations whose data flows in.',
          steps: [[null, 'blue']],
        }),
        stat('Sent', `sum(rate(vertice_caster_sent_bytes_total{${ON}}[$__rate_interval]))`, {
          description: 'To rovers.',
          unit: 'Bps',
          steps: [[null, 'blue']],
        }),
        stat('Refused', `sum(rate(vertice_caster_refusals_total{${ON}}[$__rate_interval]))`, {
          description: 'Connections a second that were turned away.',
          unit: 'cps',
          decimals: 1,
          steps: [
            [null, 'green'],
            [2, 'orange'],
            [20, 'red'],
          ],
        }),
        stat('Casters down', `count(vertice_caster_up{${ON}} == 0) or vector(0)`, {
          description: 'Processes of casters that do not run; they are started again.',
          steps: [
            [null, 'green'],
            [1, 'red'],
          ],
        }),
        stat('NATS', `min(vertice_bus_up{${ON}})`, {
          description: 'Whether all casters reach the bus over which they share streams. Empty: there is none.',
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
          description: 'Stations whose data flows in, by machine.',
          stacked: true,
        }),
        lines(
          'Bytes',
          [
            [`sum(rate(vertice_caster_sent_bytes_total{${ON}}[$__rate_interval]))`, 'to rovers'],
            [`sum(rate(vertice_caster_received_bytes_total{${ON}}[$__rate_interval]))`, 'from stations'],
          ],
          { description: 'Bytes a second.', unit: 'Bps' },
        ),
      ],
    },
    {
      title: 'What goes wrong',
      panels: [
        lines(
          'Refusals',
          [[`sum by (reason) (rate(vertice_caster_refusals_total{${ON}}[$__rate_interval]))`, '{{reason}}']],
          {
            description: 'Connections a second that were turned away, by reason.',
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
            description: 'Rovers that took nothing any more; sessions and refusals that could not be written down.',
            width: 6,
          },
        ),
        lines('Left out', [[`sum(rate(vertice_caster_left_out_bytes_total{${ON}}[$__rate_interval]))`, 'not sent']], {
          description: 'Bytes not sent because something newer was there when the rover took data again.',
          unit: 'Bps',
          width: 6,
        }),
      ],
    },
    {
      title: 'Processes',
      panels: [
        timeline('Casters', [`vertice_caster_up{${ON}}`, '{{instance}} {{process}}'], {
          description: 'Whether each process of a caster runs. A machine that is a single caster has no line here.',
          height: 5,
          noValue: 'None',
          names: { 0: ['down', 'red'], 1: ['up', 'green'] },
        }),
        lines('Event loop', [[`nodejs_eventloop_lag_p99_seconds{${CASTER}}`, '{{instance}} {{process}}']], {
          description: 'How long one turn in a hundred waits. Above 0.1 s another caster is due.',
          unit: 's',
          width: 6,
          steps: [
            [null, 'green'],
            [0.1, 'orange'],
            [0.2, 'red'],
          ],
        }),
        lines('CPU', [[`rate(process_cpu_seconds_total{${CASTER}}[$__rate_interval])`, '{{instance}} {{process}}']], {
          description: 'Cores in use. A caster can use little more than one.',
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
            description: 'Each rover and each station is an open file; of those that a process may open.',
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
          { description: 'Whose streams a machine has, and which it gets from other machines.' },
        ),
        lines(
          'Messages',
          [
            [`sum(rate(vertice_bus_sent_messages_total{${ON}}[$__rate_interval]))`, 'sent'],
            [`sum(rate(vertice_bus_received_messages_total{${ON}}[$__rate_interval]))`, 'received'],
          ],
          { description: 'Messages a second over the bus.', unit: 'ops' },
        ),
        lines(
          'Lost on the way',
          [
            [`sum(rate(vertice_bus_gaps_total{${ON}}[$__rate_interval]))`, 'sent and did not come'],
            [`sum(rate(vertice_bus_too_old_total{${ON}}[$__rate_interval]))`, 'came too late'],
            [`sum(rate(vertice_bus_unsendable_total{${ON}}[$__rate_interval]))`, 'could not be sent'],
          ],
          { description: 'Messages a second that no rover got. Zero is how it should be.', unit: 'ops' },
        ),
        lines(
          'Rejected',
          [[`sum by (reason) (rate(vertice_bus_rejected_messages_total{${ON}}[$__rate_interval]))`, '{{reason}}']],
          { description: 'Messages per second from the bus that had no effect, by reason.', unit: 'ops' },
        ),
      ],
    },
  ],
}
