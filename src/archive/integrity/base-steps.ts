// The two steps of a process that computes the position of a base. The service looks up the neighbours between them,
// because the process has no database.
import type { SegmentPlaces } from '../reading/records.ts'
import { type BaseFile, type SolvedBase, scanBase, solveBase, UnusableFile } from './base.ts'
import type { IntegrityJob } from './compute.ts'

export type BaseStep = { readonly path: string; readonly now: Date } | { readonly integrity: IntegrityJob }
export type BaseStepOutcome =
  | { readonly file: BaseFile }
  | { readonly unusable: Pick<UnusableFile, 'code' | 'line'> }
  | { readonly solved: SolvedBase }

export async function doBaseStep(
  places: SegmentPlaces,
  step: BaseStep,
  progress: (percent: number) => void,
): Promise<BaseStepOutcome> {
  if ('integrity' in step)
    return { solved: await solveBase(places, step.integrity, (share) => progress(Math.floor(100 * share))) }
  try {
    return { file: await scanBase(step.path, step.now) }
  } catch (error) {
    if (error instanceof UnusableFile) return { unusable: { code: error.code, line: error.line } }
    throw error
  }
}
