import { bars, type Dashboard, lines, stat, table } from './panels.ts'
import { INSTANCE, ON, OWED_STEPS, p, REQUESTS } from './shared.ts'

export const overview: Dashboard = {
  file: 'overview',
  title: 'Overview',
  description: 'Overall health: processes, connections, queues and response times.',
  choices: [INSTANCE],
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Processes not responding', 'count(up{job="vertice"} == 0) or vector(0)', {
          description: 'Targets of the job "vertice" that Prometheus cannot scrape.',
          steps: [
            [null, 'green'],
            [1, 'red'],
          ],
        }),
        stat('Rovers', 'sum(vertice_caster_rovers)', {
          description: 'Connected rovers, all casters.',
          steps: [[null, 'blue']],
        }),
        stat('Stations online', 'count(max by (code) (vertice_station_state{state="online"})) or vector(0)', {
          description: 'Stations that send complete and timely data.',
          steps: [[null, 'green']],
        }),
        stat('Stations offline', 'count(max by (code) (vertice_station_state{state="offline"})) or vector(0)', {
          description: 'Stations that sent data before and are now offline, except those under maintenance.',
          steps: [
            [null, 'green'],
            [1, 'orange'],
            [3, 'red'],
          ],
        }),
        stat('Webhooks late by', 'max(vertice_webhook_overdue_seconds)', {
          description:
            'How long the first delivery has been due to a receiver that answers, without anybody sending it.',
          unit: 's',
          steps: OWED_STEPS,
        }),
        stat('E-mails late by', 'max(vertice_mails_overdue_seconds)', {
          description: 'How long the oldest e-mail has been overdue without an attempt.',
          unit: 's',
          steps: OWED_STEPS,
        }),
        table(
          'Firing alerts',
          'ALERTS{alertname=~"Vertice.*",alertstate="firing"}',
          { alertname: 'Alert', severity: 'Severity', instance: 'Where', process: 'Process', code: 'Station' },
          {
            description: 'Alerts of deploy/prometheus/alerts.yml; see docs/runbook.md for what to do.',
            width: 16,
            height: 6,
            noValue: 'None',
          },
        ),
        table(
          'Releases',
          `max by (instance, version, node) (vertice_build_info{${ON}})`,
          { instance: 'Where', version: 'Release', node: 'Node' },
          { description: 'Release of each process. Two releases mean an update in progress.', width: 8, height: 6 },
        ),
      ],
    },
    {
      title: 'API and console',
      panels: [
        lines('Requests', [[`sum by (method) (rate(${REQUESTS}_count{${ON}}[$__rate_interval]))`, '{{method}}']], {
          description: 'Requests per second, by method.',
          unit: 'reqps',
          stacked: true,
        }),
        lines(
          'Response time',
          [
            [p(0.5, `${REQUESTS}_bucket{${ON}}`), 'half of them within'],
            [p(0.95, `${REQUESTS}_bucket{${ON}}`), '95 %'],
            [p(0.99, `${REQUESTS}_bucket{${ON}}`), '99 %'],
          ],
          {
            description: 'Time from request to response.',
            unit: 's',
            steps: [
              [null, 'green'],
              [2, 'red'],
            ],
          },
        ),
        lines(
          'Errors by route',
          [
            [
              `sum by (route, status) (rate(${REQUESTS}_count{${ON},status=~"5.."}[$__rate_interval])) > 0`,
              '{{status}} {{route}}',
            ],
          ],
          { description: '5xx responses per second. Should be empty.', unit: 'reqps', noValue: 'None' },
        ),
        lines(
          'Rejected requests',
          [[`sum by (status) (rate(${REQUESTS}_count{${ON},status=~"4.."}[$__rate_interval]))`, '{{status}}']],
          {
            description: '4xx responses per second: 401 invalid token, 400 invalid request, 429 rate limit.',
            unit: 'reqps',
            stacked: true,
          },
        ),
        lines(
          'Slowest routes',
          [
            [
              `topk(5, histogram_quantile(0.95, sum by (route, method, le) (rate(${REQUESTS}_bucket{${ON}}[$__rate_interval]))))`,
              '{{method}} {{route}}',
            ],
          ],
          { description: 'Routes with the highest 95th percentile.', unit: 's' },
        ),
        lines('Event loop', [[`nodejs_eventloop_lag_p99_seconds{job="vertice",${ON}}`, '{{instance}} {{process}}']], {
          description: 'Event loop lag, 99th percentile. Above 0.2 s, responses and corrections are late.',
          unit: 's',
          steps: [
            [null, 'green'],
            [0.2, 'red'],
          ],
        }),
      ],
    },
    {
      title: 'Database',
      panels: [
        lines(
          'Statements',
          [
            [p(0.5, `vertice_database_query_seconds_bucket{${ON}}`, 'process'), '{{process}} half'],
            [p(0.99, `vertice_database_query_seconds_bucket{${ON}}`, 'process'), '{{process}} 99 %'],
          ],
          {
            description: 'Time of a statement, without the wait for a connection.',
            unit: 's',
            steps: [
              [null, 'green'],
              [1, 'red'],
            ],
          },
        ),
        lines(
          'Waiting for a connection',
          [[p(0.99, `vertice_database_pool_wait_seconds_bucket{${ON}}`, 'process'), '{{process}} 99 %']],
          {
            description: 'How long callers wait for a pool connection.',
            unit: 's',
            steps: [
              [null, 'green'],
              [0.5, 'red'],
            ],
          },
        ),
        lines(
          'Connections',
          [
            [
              `sum by (process) (vertice_database_connections{${ON},state="open"}) - sum by (process) (vertice_database_connections{${ON},state="idle"})`,
              '{{process}} in use',
            ],
            [`sum by (process) (vertice_database_connections{${ON},state="waiting"})`, '{{process}} callers that wait'],
          ],
          { description: 'Connections in use, and callers waiting for one.' },
        ),
      ],
    },
    {
      title: 'Machines and background jobs',
      panels: [
        bars(
          'Disk free',
          [`vertice_disk_free_bytes{${ON}} / vertice_disk_size_bytes{${ON}}`, '{{instance}} {{path}}'],
          {
            description: 'Free space on the disk of the data directory, which contains the embedded database.',
            unit: 'percentunit',
            min: 0,
            max: 1,
            width: 6,
            noValue: 'None',
            steps: [
              [null, 'red'],
              [0.1, 'yellow'],
              [0.2, 'green'],
            ],
          },
        ),
        bars(
          'Certificates',
          [`(vertice_certificate_not_after_timestamp_seconds{${ON}} - time()) / 86400`, '{{instance}} {{path}}'],
          {
            description: 'Days until a caster certificate expires.',
            unit: 'd',
            decimals: 0,
            min: 0,
            max: 90,
            width: 6,
            noValue: 'None',
            steps: [
              [null, 'red'],
              [14, 'yellow'],
              [30, 'green'],
            ],
          },
        ),
        bars(
          'Background jobs',
          ['sort_desc(time() - max by (name) (vertice_job_last_success_timestamp_seconds))', '{{name}}'],
          {
            description: 'Time since each job last succeeded, on any node.',
            unit: 's',
            min: 0,
            max: 600,
            width: 6,
            steps: [
              [null, 'green'],
              [180, 'yellow'],
              [600, 'red'],
            ],
          },
        ),
        lines('Clocks', [[`vertice_clock_skew_seconds{${ON},process="main"}`, '{{instance}}']], {
          description: "How far a machine's clock is ahead of the database's.",
          unit: 's',
          width: 6,
          steps: [
            [null, 'green'],
            [2, 'red'],
          ],
        }),
        lines(
          'CPU',
          [[`rate(process_cpu_seconds_total{job="vertice",${ON}}[$__rate_interval])`, '{{instance}} {{process}}']],
          {
            description: 'Cores in use. A process uses at most slightly more than one.',
            unit: 'percentunit',
            width: 12,
          },
        ),
        lines('Memory', [[`process_resident_memory_bytes{job="vertice",${ON}}`, '{{instance}} {{process}}']], {
          description: 'Resident memory of each process.',
          unit: 'bytes',
          width: 12,
        }),
      ],
    },
  ],
}
