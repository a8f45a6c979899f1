// Splits the faults of a rejected request into those that a field shows and those that the panel must show.
import { ApiError, type FieldProblem } from '../../service/api-error.ts'

export const faultsIn = (error: unknown): readonly FieldProblem[] => (error instanceof ApiError ? error.fields : [])

/** A field shows its own faults and those of nested fields. */
export const isOf = (name: string, path: string): boolean => path === name || path.startsWith(`${name}.`)

/** The faults that no field shows, or the whole error if it has no faults; `null` if nothing is left for the panel. */
export function unshownFaults(error: Error | null, shownBy: ReadonlySet<string>): Error | null {
  const faults = faultsIn(error)
  if (faults.length === 0) return error
  const left = faults.filter(({ path }) => ![...shownBy].some((name) => isOf(name, path)))
  if (left.length === 0) return null
  const { status, code, message, params } = error as ApiError
  return new ApiError(status, code, message, params, left)
}
