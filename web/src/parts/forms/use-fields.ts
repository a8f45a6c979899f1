// The values of a form, and the faults that the service found per field.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../session/unsaved.ts'
import { choicesOf } from '../lists/filters.tsx'
import { useFaultText } from '../problem-panel.tsx'
import { faultsIn, isOf, unshownFaults } from './faults.ts'
import { type FieldFault, faultsOfForm, focusFirst } from './form-faults.ts'

/** Request fields whose names differ from the form's. */
type SentName =
  | 'validitySeconds'
  | 'amountMinor'
  | 'startsAt'
  | 'paragraphs'
  | 'fence.radiusKm'
  | `alteration.${string}`
  | `position.${string}`
  | 'velocity'
  | 'account'
  | 'until'
  | 'rinexHoursPerMonth'
  | `quiet.${'from' | 'to' | 'zone'}`

export function useFields<Values extends object, Answer>(
  initial: Values,
  /** `before` has the values as last opened or sent. Sending only the differences keeps other users' changes. */
  submit: (values: Values, before: Values) => Promise<Answer>,
  onDone: (answer: Answer) => void,
  /** Validation beyond what the fields do themselves. */
  check: (values: Values, before: Values) => readonly FieldFault[] = () => [],
) {
  const [values, setValues] = useState(initial)
  const [before, setBefore] = useState(initial)
  const [lacking, setLacking] = useState<readonly FieldFault[]>([])
  const [incomplete, setIncomplete] = useState(false)
  const isDirty = (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== before[name])
  const sending = useMutation({
    mutationFn: (sent: Values) => submit(sent, before),
    onSuccess(answer, sent) {
      setBefore(sent)
      onDone(answer)
    },
  })
  useUnsaved(isDirty)
  const { error } = sending
  const faults = faultsIn(error)
  const faultText = useFaultText()
  const shownBy = useFieldsInView()
  const faultOf = (name: keyof Values | SentName) => {
    shownBy.next.add(String(name))
    const fault = [...lacking, ...faults].find(({ path }) => isOf(String(name), path))
    return fault && faultText(fault)
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues((current) => ({ ...current, [name]: value }))
    setLacking((before) => before.filter(({ path }) => !isOf(String(name), path)))
    setIncomplete(false)
  }
  /** Resolves to true once the values are saved. `complete` is false if something is missing that no field can report. */
  async function send(form: HTMLFormElement, complete = true): Promise<boolean> {
    if (sending.isPending) return false
    const found = [...faultsOfForm(form), ...check(values, before)]
    setLacking(found)
    setIncomplete(!complete && found.length === 0)
    if (found.length > 0) focusFirst(form, found)
    if (found.length > 0 || !complete) return false
    return sending.mutateAsync(values).then(
      () => true,
      () => false,
    )
  }
  return {
    values,
    before,
    set,
    setValues,
    faultOf,
    /** For text fields: `<TextInput {...text('name')} />`. */
    text: (name: keyof Values) => ({
      name: String(name),
      value: String(values[name] ?? ''),
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as Values[typeof name]),
      error: faultOf(name),
    }),
    /** For fields that pass their value directly: `<OwnerSelect {...value('ownerId')} />`. */
    value: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set(name, value),
      error: faultOf(name),
      'data-field': String(name),
    }),
    /** For a `Select` whose options come from a dictionary. */
    choice: <Name extends keyof Values & string>(
      name: Name,
      words: Readonly<Record<Values[Name] & string, string>>,
    ) => ({
      name,
      data: choicesOf(words),
      value: values[name] as string,
      onChange: (value: string | null) => set(name, value as Values[Name]),
      error: faultOf(name),
      allowDeselect: false,
    }),
    /** For a `Checkbox` or a `Switch`. */
    flag: (name: keyof Values) => ({
      checked: Boolean(values[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        set(name, event.currentTarget.checked as Values[typeof name]),
      error: faultOf(name),
    }),
    send,
    /** For the form element. */
    onSubmit(event: FormEvent<HTMLFormElement>, complete = true) {
      event.preventDefault()
      void send(event.currentTarget, complete)
    },
    /** True after an attempt to send an incomplete form. */
    incomplete,
    sending: sending.isPending,
    /** Problems that no field shows, for a ProblemPanel. */
    problem: unshownFaults(error, shownBy.last),
    error,
    reset() {
      setValues(initial)
      setBefore(initial)
      setLacking([])
      setIncomplete(false)
      sending.reset()
    },
  }
}

/** Names of the fields that show their faults: `last` of the previous render; `next` collects those of this render. */
function useFieldsInView(): { readonly last: ReadonlySet<string>; readonly next: Set<string> } {
  const last = useRef<ReadonlySet<string>>(new Set())
  const next = new Set<string>()
  useEffect(() => {
    last.current = next
  })
  return { last: last.current, next }
}

export type DrawnForm = Pick<
  ReturnType<typeof useFields<object, unknown>>,
  'onSubmit' | 'sending' | 'problem' | 'incomplete'
>
