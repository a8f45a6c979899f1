// A form's values, and under each field what the service found wrong with it.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { useRuleText } from './rule-text.ts'

export function useFields<Values extends object, Answer>(
  initial: Values,
  submit: (values: Values) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const [values, setValues] = useState(initial)
  const sending = useMutation({ mutationFn: () => submit(values), onSuccess: onDone })
  const { error } = sending
  const faults = error instanceof ApiError ? error.fields : []
  const ruleText = useRuleText()
  const faultOf = (name: keyof Values) => {
    const fault = faults.find(({ path }) => path === name || path.startsWith(`${String(name)}.`))
    return fault && ruleText(fault.detail)
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((current) => ({ ...current, [name]: value }))
  return {
    values,
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
      if (!sending.isPending) sending.mutate()
    },
    sending: sending.isPending,
    /** What no field shows: to be put into a ProblemPanel. */
    problem: error && faults.length === 0 ? error : null,
    error,
    reset() {
      setValues(initial)
      sending.reset()
    },
  }
}
