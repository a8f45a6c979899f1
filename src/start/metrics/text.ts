// Writes metrics in Prometheus's text format. Thousands of stations make tens of thousands of lines, so the work yields
// to the event loop.
import { type InSteps, inTurns } from '../../base/running/turns.ts'
import { type MetricFamily, merged } from './figures.ts'

/** Merges the metrics of several processes. */
export const textOf = (families: readonly MetricFamily[]): Promise<string> => inTurns(written(merged(families)))

function* written(families: readonly MetricFamily[]): InSteps<string> {
  const parts: string[] = []
  for (const { name, help, type, values } of families) {
    parts.push(`# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`)
    for (const { metricName = name, labels, value } of values) {
      parts.push(`${metricName}${labelled(labels)} ${figure(value)}\n`)
      yield
    }
  }
  return parts.join('')
}

function labelled(labels: Readonly<Record<string, string | number | undefined>>): string {
  let text = ''
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${quoted(String(labels[name]))}"`
  return text === '' ? '' : `{${text}}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const quoted = (text: string) => (/["\\\n]/.test(text) ? escaped(text).replaceAll('"', '\\"') : text)

function figure(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
