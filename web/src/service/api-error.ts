// How a refusal of the service arrives here.

export interface FieldProblem {
  /** The field's name; of one within others, with dots: `rows.3.label`. */
  readonly path: string
  /** What is wrong with it; the words for it need the figures. `detail` is the service's own English. */
  readonly code: string
  readonly params: object
  readonly detail: string
}

/** A refusal, by its stable code and its figures; the message is the service's own English sentence. */
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
