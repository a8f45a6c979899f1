// Every section of the benchmarks runs at its smallest size, the slowest ones in the nightly set. Its values are not judged.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { SECTIONS } from '../../bench/report.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { lacks } from '../support/needs.ts'
import { isNightly } from '../support/size.ts'

const run = promisify(execFile)
/**
 * Take half of the time of all sections. What they start is also started by tests that run every time: test/release, test/scenarios/loop,
 * test/cluster, test/caster.
 */
const NIGHTLY = ['release', 'loop', 'cluster', 'front-door', 'fanout', 'watching']
const lacksNats = lacks('the benchmarks of a cluster', 'nats-server')
const report = () => ['json', 'md'].map((kind) => readFileSync(join(CHECKOUT, `docs/benchmarks.${kind}`), 'utf8'))
const before = report()
const sections = Object.keys(SECTIONS).filter((name) => isNightly || !NIGHTLY.includes(name))

it.each(sections)('%s', { timeout: 300_000 }, async (section) => {
  if (section === 'cluster' && lacksNats) return
  const { stdout } = await run(process.execPath, ['bench/run.ts', '--smallest', section], { cwd: CHECKOUT })
  expect(stdout).toMatch(/^(ok {4}|MISSED) .+: .+/m)
})

it('leaves the report as it is', () => {
  expect(report()).toEqual(before)
})
