import { bars, type Dashboard, lines, type PanelOptions, stat, timeline } from './panels.ts'

const STATES = ['offline', 'degraded', 'online', 'maintenance'] as const
const COLOURS = { offline: 'red', degraded: 'orange', online: 'green', maintenance: 'blue' } as const

/** Every node with the role api or worker reports the same value, so `max` removes duplicates. */
const state = (of: string, code = '.*') => `max by (code) (vertice_station_state{state="${of}",code=~"${code}"})`
const count = (of: string) => `count(${state(of)}) or vector(0)`
/** Maps each state to a number, so that one series can show them. */
const numbered = STATES.map((name, index) => `${state(name, '$code')} * ${index}`).join(' or ')

const ofState = (name: (typeof STATES)[number], description: string): PanelOptions => ({
  description,
  width: 6,
  steps: [
    [null, 'text'],
    [1, COLOURS[name]],
  ],
})

export const stations: Dashboard = {
  file: 'stations',
  title: 'Stations',
  description: 'Current and past state of each reference station, and the quality of its data.',
  choices: [{ name: 'code', label: 'Station', values: 'label_values(vertice_station_state, code)' }],
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Online', count('online'), ofState('online', 'Data comes as it should.')),
        stat(
          'Degraded',
          count('degraded'),
          ofState('degraded', 'Incomplete, late, few satellites, or the antenna moved.'),
        ),
        stat('Offline', count('offline'), ofState('offline', 'Heard before, and silent for more than a minute.')),
        stat('Maintenance', count('maintenance'), ofState('maintenance', 'Set aside by the operator.')),
      ],
    },
    {
      title: 'Over time',
      panels: [
        timeline('State of each station', [numbered, '{{code}}'], {
          description:
            'Each line is a station. A gap means that its state is unknown, because no process with the role api or worker was reachable.',
          names: Object.fromEntries(STATES.map((name, index) => [index, [name, COLOURS[name]]])),
        }),
        lines(
          'Stations by state',
          STATES.map((name) => [count(name), name]),
          { description: 'How many are in each state.', width: 12, stacked: true },
        ),
        lines('Alarms', [['sum by (kind) (vertice_station_alarms)', '{{kind}}']], {
          description:
            'Stations with an open alarm, by kind: down, degraded, moved, silent_constellation, no_observations, clock_differs, wrong_time.',
          width: 12,
        }),
      ],
    },
    {
      title: 'Data quality',
      panels: [
        bars(
          'Least complete',
          ['bottomk(15, max by (code) (vertice_station_health_ratio{code=~"$code"}))', '{{code}}'],
          {
            description: 'Received epochs of the last ten minutes, as a share of those expected.',
            unit: 'percentunit',
            min: 0,
            max: 1,
            steps: [
              [null, 'red'],
              [0.8, 'orange'],
              [0.95, 'green'],
            ],
          },
        ),
        bars('Latest', ['topk(15, max by (code) (vertice_station_latency_seconds{code=~"$code"}))', '{{code}}'], {
          description: 'Age of an epoch when it arrives. Above 2 s, the station is degraded.',
          unit: 's',
          min: 0,
          max: 4,
          steps: [
            [null, 'green'],
            [1, 'yellow'],
            [2, 'red'],
          ],
        }),
        bars(
          'Fewest satellites',
          ['bottomk(15, max by (code) (vertice_station_satellites{code=~"$code"}))', '{{code}}'],
          {
            description: 'Satellites in the latest epoch, all constellations. Below ten, the station is degraded.',
            min: 0,
            max: 50,
            steps: [
              [null, 'red'],
              [10, 'yellow'],
              [15, 'green'],
            ],
          },
        ),
        lines('Completeness', [['max by (code) (vertice_station_health_ratio{code=~"$code"})', '{{code}}']], {
          description: 'For the selected stations.',
          unit: 'percentunit',
          min: 0,
          max: 1,
        }),
        lines('Latency', [['max by (code) (vertice_station_latency_seconds{code=~"$code"})', '{{code}}']], {
          description: 'For the selected stations.',
          unit: 's',
        }),
        lines('Satellites', [['max by (code) (vertice_station_satellites{code=~"$code"})', '{{code}}']], {
          description: 'For the selected stations.',
        }),
      ],
    },
  ],
}
