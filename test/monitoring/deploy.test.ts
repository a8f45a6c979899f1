import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DASHBOARDS, textOf } from '../../scripts/dashboards/write.ts'
import { projectRoot } from '../../src/base/config/config.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { idOf } from '../../src/http/portal/markdown.ts'
import { lacks } from '../support/needs.ts'
import { everyMetric } from './every-metric.ts'
import { CONFIG_FILE, dashboards, expressionsOf, metricsIn, RULES_FILE, rules } from './rules.ts'

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })
const isMissing = lacks('what promtool says of the rules', 'promtool')

describe.skipIf(isMissing)('promtool', () => {
  it('accepts the rules', () => {
    const { status, stdout } = promtool('check', 'rules', RULES_FILE)
    expect(stdout).toContain(`${rules().length} rules found`)
    expect(status).toBe(0)
  })

  it('accepts the example configuration together with the rules', () => {
    expect(promtool('check', 'config', CONFIG_FILE).status).toBe(0)
  })

  it('counts offline stations as many if they are a large share and at least three', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-rules-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { expr } = rules().find(({ alert }) => alert === 'VerticeManyStationsOffline')!
    const series = (state: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        series: `vertice_station_state{code="${state}-${index}",state="${state}"}`,
        values: '1x5',
      }))
    const network = (offline: number, online: number, isMany: boolean) => ({
      interval: '1m',
      input_series: [...series('offline', offline), ...series('online', online), ...series('maintenance', 3)],
      promql_expr_test: [
        {
          ...{ expr, eval_time: '2m' },
          exp_samples: isMany ? [{ labels: '{}', value: offline / (offline + online) }] : [],
        },
      ],
    })
    const few = [network(1, 0, false), network(1, 1, false), network(2, 1, false), network(3, 7, false)]
    const tests = [...few, network(3, 0, true), network(3, 5, true)]
    writeFileSync(join(folder, 'test.yml'), JSON.stringify({ tests }))
    expect(promtool('test', 'rules', join(folder, 'test.yml'))).toMatchObject({ stderr: '', status: 0 })
  })

  it('accepts every expression of the dashboards', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-expressions-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const all = dashboards().flatMap(([, dashboard]) => expressionsOf(dashboard))
    const group = { name: 'panels', rules: all.map((expr, index) => ({ record: `panel:${index}`, expr })) }
    writeFileSync(join(folder, 'panels.yml'), JSON.stringify({ groups: [group] }))
    const { status, stderr } = promtool('check', 'rules', join(folder, 'panels.yml'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})

describe('the runbook', () => {
  const runbook = readFileSync(join(projectRoot, 'docs/runbook.md'), 'utf8')
  const [, ...sections] = runbook
    .split(/^## /m)
    .map((section) => ({ title: section.split('\n', 1)[0]!, text: section }))

  it('has a section for each alert, and no other', () => {
    expect(sections.map(({ title }) => title).toSorted()).toEqual(
      rules()
        .map(({ alert }) => alert)
        .toSorted(),
    )
  })

  it('explains in each section what the alert means, where to look and what to do', () => {
    const parts = ({ text }: { text: string }) => Array.from(text.matchAll(/^\*\*(\w+)\.\*\*/gm), ([, part]) => part)
    const short = sections.filter((section) => !['Means', 'Look'].every((part) => parts(section).includes(part)))
    expect(short).toEqual([])
  })

  it('uses commands for the installed service, with its settings, unit names and ports', () => {
    const commands = Array.from(runbook.matchAll(/`([^`]*\bvertice \S[^`]*)`/g), ([, command]) => command!)
    const others = commands.filter((command) => !command.startsWith('vertice service '))
    expect(others).toEqual(['npx vertice …', 'docker compose exec vertice vertice …']) // once, for other ways to run it
    const run = commands.flatMap((command) => /^vertice service run (\w+)/.exec(command)?.[1] ?? [])
    expect(run.length).toBeGreaterThan(10)
    expect(run.filter((command) => !(command in COMMANDS))).toEqual([])
    expect(runbook).not.toMatch(/(journalctl|systemctl)[^`]* vertice-/)
    const unit = readFileSync(join(projectRoot, 'deploy/systemd/vertice-caster.service'), 'utf8')
    const [, casters] = /METRICS_PORT=(\d+)/.exec(unit)!
    for (const line of runbook.split('\n').filter((line) => line.includes(':9464'))) expect(line).toContain(casters)
  })

  it('is linked from each alert', () => {
    const astray = rules().filter(
      ({ alert, annotations }) => annotations.runbook_url !== `docs/runbook.md#${idOf(alert)}`,
    )
    expect(astray).toEqual([])
  })
})

it('has a severity and a summary for each alert', () => {
  for (const { labels, annotations } of rules()) {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.summary).toBeTruthy()
    expect(annotations.description).toBeTruthy()
  }
})

it('reports every metric that rules and dashboards use', async () => {
  const told = await everyMetric()
  const wanted = [
    ...rules().map(({ expr }) => expr),
    ...dashboards().flatMap(([, dashboard]) => [
      ...expressionsOf(dashboard),
      ...dashboard.templating.list.map(({ definition = '' }) => definition),
    ]),
  ].flatMap(metricsIn)
  expect(wanted.length).toBeGreaterThan(100)
  expect(wanted.filter((name) => !told.has(name))).toEqual([])
})

describe('dashboards', () => {
  it('match the output of the generator', () => {
    const made = DASHBOARDS.map((dashboard) => [`${dashboard.file}.json`, JSON.parse(textOf(dashboard))])
    expect(Object.fromEntries(dashboards())).toEqual(Object.fromEntries(made))
  })

  it.each(dashboards())(
    '%s can be imported anywhere, and describes itself',
    (_, { schemaVersion, templating, panels, description }) => {
      expect(schemaVersion).toBeGreaterThan(35)
      expect(description).toBeTruthy()
      expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
      for (const { type, title, description, datasource, targets, fieldConfig } of panels.filter(
        ({ type }) => type !== 'row',
      )) {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own
        expect(datasource?.uid, title).toBe('${datasource}')
        expect(description, title).toBeTruthy()
        expect(targets!.length, title).toBeGreaterThan(0)
        if (type !== 'table') for (const { legendFormat } of targets!) expect(legendFormat, title).toBeTruthy()
        expect(fieldConfig!.defaults.unit, title).toBeTruthy()
        expect(fieldConfig!.defaults.thresholds.steps.length, title).toBeGreaterThan(0)
      }
    },
  )

  it.each(dashboards())('%s has no overlapping panels, and none outside of the page', (_, { panels }) => {
    const taken = new Set<string>()
    for (const { gridPos, title } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x} ${y}`), title).toBe(false)
          taken.add(`${x} ${y}`)
        }
    }
  })
})
