import type { Choice, Step } from './panels.ts'

export const INSTANCE: Choice = {
  name: 'instance',
  label: 'Where',
  values: 'label_values(vertice_build_info, instance)',
}

/** Selects the chosen processes. */
export const ON = 'instance=~"$instance"'

export const REQUESTS = 'vertice_http_request_seconds'

/** A percentile of a histogram. */
export const p = (share: number, buckets: string, by?: string) =>
  `histogram_quantile(${share}, sum by (${by ? `${by}, ` : ''}le) (rate(${buckets}[$__rate_interval])))`

/** Colours for the seconds that work has been waiting. */
export const OWED_STEPS: readonly Step[] = [
  [null, 'green'],
  [60, 'yellow'],
  [300, 'red'],
]
