import type { RowProblem } from './types.ts'
import { useCredentialWords } from './words.ts'

/** What is wrong with a line of a file, with the column it is in. */
export function useProblemsText(): (problems: readonly RowProblem[]) => string {
  const { faults } = useCredentialWords()
  return (problems) =>
    problems
      .map(({ field, code, detail }) => [field && `${field}:`, faults[code] ?? detail].filter(Boolean).join(' '))
      .join(' ')
}
