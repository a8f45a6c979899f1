// npm run dashboards: writes the dashboards of deploy/grafana.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/base/config/config.ts'
import { usage } from '../usage.ts'
import { caster } from './caster.ts'
import { overview } from './overview.ts'
import { type Dashboard, grafanaJson } from './panels.ts'
import { stations } from './stations.ts'
import { webhooks } from './webhooks.ts'

export const DASHBOARDS: readonly Dashboard[] = [overview, stations, webhooks, caster]

export const textOf = (dashboard: Dashboard): string => `${JSON.stringify(grafanaJson(dashboard), null, 2)}\n`

if (import.meta.main) {
  usage(`
usage: npm run dashboards

Writes the Grafana dashboards of scripts/dashboards/ to deploy/grafana/*.json.
`)
  for (const dashboard of DASHBOARDS)
    writeFileSync(join(projectRoot, 'deploy/grafana', `${dashboard.file}.json`), textOf(dashboard))
  execFileSync('biome', ['format', '--write', 'deploy/grafana'], { cwd: projectRoot, stdio: 'inherit' })
}
