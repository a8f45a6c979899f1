// Writes the dashboards of deploy/grafana, which are made of scripts/dashboards: npm run dashboards
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/base/config/config.ts'
import { caster } from './dashboards/caster.ts'
import { overview } from './dashboards/overview.ts'
import { type Dashboard, grafanaJson } from './dashboards/panels.ts'
import { stations } from './dashboards/stations.ts'
import { webhooks } from './dashboards/webhooks.ts'

export const DASHBOARDS: readonly Dashboard[] = [overview, stations, webhooks, caster]

export const textOf = (dashboard: Dashboard): string => `${JSON.stringify(grafanaJson(dashboard), null, 2)}\n`

if (import.meta.main)
  for (const dashboard of DASHBOARDS)
    writeFileSync(join(projectRoot, 'deploy/grafana', `${dashboard.file}.json`), textOf(dashboard))
