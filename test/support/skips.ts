// Lists the nightly tests at the end of a run that skips them. Where nothing may be skipped (TESTS_SKIP=nothing, as in
// .ci/run), any other skipped test fails the run. Tests that did not run because their file failed are not listed.
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { NIGHTLY_MARK } from './size.ts'

interface Skipped {
  readonly path: string
  readonly fullName: string
}

const skippedIn = (modules: readonly TestModule[]): Skipped[] =>
  modules
    .filter((module) => module.ok())
    .flatMap((module) =>
      [...module.children.allTests('skipped')].map(({ fullName }) => ({
        path: relative('.', module.moduleId),
        fullName,
      })),
    )

const isOfTheNight = ({ fullName }: Skipped) => fullName.includes(NIGHTLY_MARK)

/** Tests that were skipped although TESTS_SKIP forbids it. */
export const forbiddenSkips = (modules: readonly TestModule[]): Skipped[] =>
  process.env.TESTS_SKIP === 'nothing' ? skippedIn(modules).filter((one) => !isOfTheNight(one)) : []

export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { path, fullName } of skippedIn(modules).filter(isOfTheNight))
      console.warn(`NIGHTLY ONLY: ${path} > ${fullName}`)
    const forbidden = forbiddenSkips(modules)
    if (forbidden.length === 0) return
    for (const { path, fullName } of forbidden) console.error(`SKIPPED: ${path} > ${fullName}`)
    console.error('Nothing may be skipped (TESTS_SKIP=nothing): install what is missing, see SKIPPED above.')
    process.exitCode = 1
  }
}
