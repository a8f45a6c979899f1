// Lists the tests of the nightly set at the end of a run that leaves them out. Where nothing may be skipped (TESTS_SKIP=nothing, as in .ci/run),
// any other skipped test fails the run.
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { NIGHTLY_MARK } from './size.ts'

export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map(({ fullName }) => ({
        path: relative('.', module.moduleId),
        fullName,
      })),
    )
    const [atNight, others] = [true, false].map((wanted) =>
      skipped.filter(({ fullName }) => fullName.includes(NIGHTLY_MARK) === wanted),
    ) as [typeof skipped, typeof skipped]
    for (const { path, fullName } of atNight) console.warn(`NIGHTLY ONLY: ${path} > ${fullName}`)
    if (process.env.TESTS_SKIP !== 'nothing' || others.length === 0) return
    for (const { path, fullName } of others) console.error(`SKIPPED: ${path} > ${fullName}`)
    console.error('Nothing may be skipped (TESTS_SKIP=nothing): install what is missing, see SKIPPED above.')
    process.exitCode = 1
  }
}
