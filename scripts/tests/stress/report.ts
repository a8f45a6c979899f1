// Failures in Vitest's JSON report, and their counts over several runs.
import { relative } from 'node:path'

export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Failed tests, as "file > test". A file that fails without a failed test is named by itself. */
export function failuresOf({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [file] : []
    return failed.map(({ fullName }) => `${file} > ${fullName}`)
  })
}

/** One line per failure, most frequent first. */
export function summary(runs: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const failures of runs) for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, timesA], [b, timesB]) => timesB - timesA || a.localeCompare(b))
    .map(([failure, times]) => `${times} of ${runs.length}  ${failure}`)
}
