// Runs every benchmark section at its smallest size, the slowest ones nightly. The values are not checked.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { SECTIONS } from '../../bench/report.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { lacks } from '../support/needs.ts'
import { isNightly, nightly } from '../support/size.ts'

const run = promisify(execFile)
/** Sections that always run. The others take 95 % of the time; tests that always run start the same components. */
const QUICK = ['reads', 'telemetry', 'rinex', 'convert']
const lacksNats = lacks('the benchmarks of a cluster', 'nats-server')
const report = () => ['json', 'md'].map((kind) => readFileSync(join(CHECKOUT, `docs/benchmarks.${kind}`), 'utf8'))
const before = report()
const measures = async (section: string) => {
  if (section === 'cluster' && lacksNats) return
  const { stdout } = await run(process.execPath, ['bench/run.ts', '--smallest', section], { cwd: CHECKOUT })
  expect(stdout).toMatch(/^(ok {4}|MISSED) .+: .+/m)
}
const [always, atNight] = [true, false].map((wanted) =>
  Object.keys(SECTIONS).filter((name) => QUICK.includes(name) === wanted),
) as [string[], string[]]

it.each(always)('%s', { timeout: 300_000 }, measures)

it.skipIf(!isNightly).each(atNight)(nightly('%s'), { timeout: 300_000 }, measures)

it('leaves the report unchanged', () => {
  expect(report()).toEqual(before)
})
