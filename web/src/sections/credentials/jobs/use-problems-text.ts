import type { RowProblem } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { useFaultText } from '../../../parts/problem-panel.tsx'

export function useProblemsText(): (problems: readonly RowProblem[]) => string {
  const faultText = useFaultText()
  return (problems) =>
    problems.map(({ field, ...fault }) => [field && `${field}:`, faultText(fault)].filter(Boolean).join(' ')).join(' ')
}
