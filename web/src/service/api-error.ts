export interface FieldProblem {
  /** Name of the field, with dots if nested: `rows.3.label`. */
  readonly path: string
  /** Code of the fault; `params` are the values for its text. `detail` is the service's English text. */
  readonly code: string
  readonly params: object
  readonly detail: string
}

/** A rejection with its stable code and values. The message is the service's English text. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly params: object
  readonly fields: readonly FieldProblem[]

  constructor(status: number, code: string, detail: string, params: object = {}, fields: readonly FieldProblem[] = []) {
    super(detail)
    this.status = status
    this.code = code
    this.params = params
    this.fields = fields
  }
}
