// Validates a form before it is sent, with the same fault codes as the service.
import type { FieldProblem } from '../../service/api-error.ts'

/** A fault of a field, under the name that the service uses. */
export type FieldFault = Pick<FieldProblem, 'path' | 'code' | 'params'>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Mantine's `Select` puts its name on a hidden input; the visible one has `data-field`. */
const nameOf = (field: Field) => field.dataset.field || field.name

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((field): field is Field => 'willValidate' in field && field.willValidate === true)

export function faultsOfForm(form: HTMLFormElement): FieldFault[] {
  return fieldsOf(form).flatMap((field) => {
    const fault = faultOf(field)
    return fault && nameOf(field) ? [{ path: nameOf(field), ...fault }] : []
  })
}

function faultOf(field: Field): Omit<FieldFault, 'path'> | null {
  const { validity, required, type } = field
  if (validity.customError) return { code: 'said', params: { said: field.validationMessage } }
  if (required && (type === 'password' ? field.value : field.value.trim()) === '')
    return { code: 'missing', params: {} }
  if (validity.valid) return null
  if (validity.tooShort) return { code: 'too_short', params: { least: (field as HTMLInputElement).minLength } }
  if (validity.typeMismatch) return { code: 'wrong_format', params: { format: type === 'url' ? 'uri' : type } }
  return { code: 'not_valid', params: {} }
}

export function focusFirst(form: HTMLFormElement, lacking: readonly FieldFault[]): void {
  fieldsOf(form)
    .find((field) => lacking.some(({ path }) => path === nameOf(field)))
    ?.focus()
}
