// Records the files in which a test failed. scripts/tests/run.ts runs these files again, one at a time. Long tests
// start processes and wait for them: when three files and other work share two cores, such a test can fail without a
// defect.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'
import { forbiddenSkips } from './skips.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const FAILED_FILES = `${ROOT}build/failed-files.json`

/**
 * Paths in the checkout. Empty if the last run passed, was stopped, had a forbidden skip, or had an error that belongs
 * to no file.
 */
export function readFailedFiles(): readonly string[] {
  try {
    return JSON.parse(readFileSync(FAILED_FILES, 'utf8')) as string[]
  } catch {
    return []
  }
}

export class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => relative(ROOT, moduleId))
    if (failed.length === 0 || errors.length > 0 || forbiddenSkips(modules).length > 0) return
    mkdirSync(dirname(FAILED_FILES), { recursive: true })
    writeFileSync(FAILED_FILES, JSON.stringify(failed))
  }
}
