// Which faults of a refusal stand under a field, and which must be told elsewhere.
import { ApiError, type FieldProblem } from '../../service/api-error.ts'

export const faultsIn = (error: unknown): readonly FieldProblem[] => (error instanceof ApiError ? error.fields : [])

/** A field shows its own fault, and those of what lies within it. */
export const isOf = (name: string, path: string): boolean => path === name || path.startsWith(`${name}.`)

/** What is left of a failure for the panel: all of one without faults, of others the faults that no field shows; null: nothing. */
export function untold(error: Error | null, shownBy: ReadonlySet<string>): Error | null {
  const faults = faultsIn(error)
  if (faults.length === 0) return error
  const left = faults.filter(({ path }) => ![...shownBy].some((name) => isOf(name, path)))
  if (left.length === 0) return null
  const { status, code, message, params } = error as ApiError
  return new ApiError(status, code, message, params, left)
}
