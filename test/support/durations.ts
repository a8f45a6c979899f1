// Durations of the test files. The longest files start first, so that no worker runs one alone at the end, and browser
// tests are spread over the whole run. The durations come from the last runs in this checkout (build/test-durations.json) or from the committed file
// (test/durations.json, `npm run test:durations`).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'
import { isNightly } from './size.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const COMMITTED = `${ROOT}test/durations.json`
export const MEASURED = `${ROOT}build/test-durations.json`
/** A quick file that takes longer than this on an idle machine belongs to the long set. */
export const MAX_QUICK_SECONDS = 10
/** Browser tests use a whole core. Most other long tests wait for processes. */
const isBrowserTest = (path: string): boolean => path.startsWith('test/e2e/') && isLong(path)
/** Assumed for files without a measured duration. */
const UNKNOWN_LONG_SECONDS = 20

/** Seconds by path in the checkout. */
export type Durations = Readonly<Record<string, number>>

export const isLong = (path: string): boolean => path.endsWith('.long.test.ts')

export function readDurations(file: string): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations
  } catch {
    return {}
  }
}

export function writeDurations(file: string, durations: Durations): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(durations, null, 2)}\n`)
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = { ...readDurations(COMMITTED), ...readDurations(MEASURED) }
    const seconds = ({ moduleId }: TestSpecification) => {
      const path = relative(ROOT, moduleId)
      return durations[path] ?? (isLong(path) ? UNKNOWN_LONG_SECONDS : 0)
    }
    const sorted = (await super.sort(files)).toSorted((one, other) => seconds(other) - seconds(one))
    const [browser, others] = [true, false].map((wanted) =>
      sorted.filter(({ moduleId }) => isBrowserTest(relative(ROOT, moduleId)) === wanted),
    ) as [TestSpecification[], TestSpecification[]]
    return spread(browser, others, seconds)
  }
}

/** Merges two lists in their order, so that at any point about the same share of the seconds of each has started. */
export function spread<File>(one: readonly File[], other: readonly File[], seconds: (file: File) => number): File[] {
  const lists = [one, other].map((files) => ({
    waiting: [...files],
    started: 0,
    total: files.reduce((sum, file) => sum + seconds(file), 0),
  }))
  const merged: File[] = []
  for (;;) {
    const [next] = lists
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((a, b) => a.started * b.total - b.started * a.total)
    if (!next) return merged
    const file = next.waiting.shift()!
    next.started += seconds(file)
    merged.push(file)
  }
}

export class DurationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed = modules.filter((module) => module.ok())
    const durations = Object.fromEntries(
      passed.map((module) => [relative(ROOT, module.moduleId), Math.round(module.diagnostic().duration / 100) / 10]),
    )
    const slow = Object.entries(durations).filter(([path, seconds]) => !isLong(path) && seconds > MAX_QUICK_SECONDS)
    for (const [path, seconds] of slow)
      console.warn(
        `SLOW: ${path} took ${seconds} s (load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores). ` +
          `A file that takes more than ${MAX_QUICK_SECONDS} s on an idle machine is named .long.test.ts.`,
      )
    const isUsual = process.env.TEST_DATABASE_URL === undefined && !isNightly
    if (isUsual) writeDurations(MEASURED, { ...readDurations(MEASURED), ...durations })
  }
}
