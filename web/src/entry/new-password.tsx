import { PasswordInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useEntryWords } from '../words/common.ts'

interface NewPasswordValues {
  password: string
  again: string
}

interface Props {
  readonly values: NewPasswordValues
  readonly faultOf: (name: keyof NewPasswordValues) => string | undefined
  /** Replaces the default label in forms that also ask for the current password. */
  readonly label?: string
  readonly set: (name: keyof NewPasswordValues, value: string) => void
}

const isRepeated = ({ password, again }: NewPasswordValues): boolean => password === again

/** Asks for the password twice, because it is hidden while it is typed. */
export function NewPassword({ values, faultOf, label, set }: Props) {
  const words = useEntryWords()
  const wrong = values.again.length >= values.password.length && !isRepeated(values)
  const again = useRef<HTMLInputElement>(null)
  useEffect(() => again.current?.setCustomValidity(isRepeated(values) ? '' : words.different))
  return (
    <>
      <PasswordInput
        label={label ?? words.login.password}
        description={words.passwordHint}
        autoComplete="new-password"
        name="password"
        required
        minLength={12}
        value={values.password}
        onChange={({ currentTarget }) => set('password', currentTarget.value)}
        error={faultOf('password')}
      />
      <PasswordInput
        label={words.passwordAgain}
        autoComplete="new-password"
        name="again"
        ref={again}
        required
        value={values.again}
        onChange={({ currentTarget }) => set('again', currentTarget.value)}
        error={wrong ? words.different : faultOf('again')}
      />
    </>
  )
}
