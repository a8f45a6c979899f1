// A form's values, and under each field what the service found wrong with it.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { useFaultText } from '../problem-panel.tsx'

export function useFields<Values extends object, Answer>(
  initial: Values,
  /** `before`: as the values were when the form was opened or last sent. Whoever sends only what differs undoes nobody else's change. */
  submit: (values: Values, before: Values) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const [values, setValues] = useState(initial)
  const [before, setBefore] = useState(initial)
  const sending = useMutation({
    mutationFn: (sent: Values) => submit(sent, before),
    onSuccess(answer, sent) {
      setBefore(sent)
      onDone(answer)
    },
  })
  const { error } = sending
  const faults = error instanceof ApiError ? error.fields : []
  const faultText = useFaultText()
  const faultOf = (name: keyof Values) => {
    const fault = faults.find(({ path }) => path === name || path.startsWith(`${String(name)}.`))
    return fault && faultText(fault)
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((current) => ({ ...current, [name]: value }))
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
    /** For the form itself. */
    onSubmit(event: { preventDefault(): void }) {
      event.preventDefault()
      if (!sending.isPending) sending.mutate(values)
    },
    sending: sending.isPending,
    /** What no field shows: to be put into a ProblemPanel. */
    problem: error && faults.length === 0 ? error : null,
    error,
    reset() {
      setValues(initial)
      setBefore(initial)
      sending.reset()
    },
  }
}
