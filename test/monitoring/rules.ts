// The Prometheus rules and Grafana dashboards of deploy/, and the names of the metrics they use.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '../../src/base/config/config.ts'

export const RULES_FILE = join(projectRoot, 'deploy/prometheus/alerts.yml')
export const CONFIG_FILE = join(projectRoot, 'deploy/prometheus/prometheus.yml')
const DASHBOARDS = join(projectRoot, 'deploy/grafana')

export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[]
}

export const ruleFile = (): RuleFile => parse(readFileSync(RULES_FILE, 'utf8'))
export const rules = (): Rule[] => ruleFile().groups.flatMap((group) => group.rules)

/** The rules with durations and windows of seconds instead of minutes, for tests. Thresholds are unchanged. */
export function hurried(): string {
  const groups = ruleFile().groups.map(({ name, rules }) => ({
    name,
    interval: '500ms',
    rules: rules.map((rule) => ({
      ...rule,
      expr: rule.expr.replaceAll(/\[\d+[mh]\]/g, '[15s]'),
      ...(rule.for && { for: '1s' }),
    })),
  }))
  return JSON.stringify({ groups }) // valid YAML too
}

export interface GrafanaPanel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
  readonly fieldConfig?: {
    readonly defaults: { readonly unit: string; readonly thresholds: { readonly steps: object[] } }
  }
}

export interface GrafanaDashboard {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly schemaVersion: number
  readonly panels: readonly GrafanaPanel[]
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[]
  }
  readonly annotations: { readonly list: readonly { readonly expr: string }[] }
}

export const dashboards = (): [file: string, dashboard: GrafanaDashboard][] =>
  readdirSync(DASHBOARDS).map((file) => [file, JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8'))])

/** Every expression of a dashboard, with its variables set to match everything. */
export const expressionsOf = ({ panels, annotations }: GrafanaDashboard): string[] =>
  [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...annotations.list.map(({ expr }) => expr),
  ].map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(instance|code)/g, '.*'))

/** Metrics that Prometheus creates itself. */
const ITS_OWN = ['up', 'ALERTS']

export const metricsIn = (expr: string): string[] =>
  Array.from(
    expr.replaceAll(/"[^"]*"/g, '').matchAll(/\b(?:vertice|nodejs|process)_[a-z0-9_]+\b|\bup\b|\bALERTS\b/g),
    ([name]) => name,
  ).filter((name) => !ITS_OWN.includes(name))
