// Explains the wrong fields of a refusal in the words of one command, where `refused.ts` cannot derive them.
import type { FieldFault } from '../../domain/codes/fault.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { en } from '../../words/en.ts'
import { faultText } from '../../words/words.ts'
import { CommandFailure, UsageError } from './failures.ts'

interface Explanation {
  readonly title?: string
  /** Name of the field in the command; `undefined` if the text needs none. */
  readonly nameOf?: (fault: FieldFault) => string | undefined
  readonly isUsage?: boolean
}

/** For `catch`: throws a failure with a line for each wrong field. Other errors pass. */
export const explain =
  ({ title = 'nothing was changed.', nameOf, isUsage = false }: Explanation = {}) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    const lines = error.fields.map((fault) => {
      const name = nameOf?.(fault)
      return name === undefined ? faultText(en, fault) : `${name}: ${faultText(en, fault)}`
    })
    throw new (isUsage ? UsageError : CommandFailure)([title, ...lines].join('\n  '))
  }
