import { PasswordInput } from '@mantine/core'
import { useEntryWords } from '../words/common.ts'

interface NewPasswordValues {
  password: string
  again: string
}

interface Props {
  readonly values: NewPasswordValues
  readonly fault: string | undefined
  /** Where another password is asked for beside it. */
  readonly label?: string
  readonly set: (name: keyof NewPasswordValues, value: string) => void
}

export const isRepeated = ({ password, again }: NewPasswordValues): boolean => password === again

/** Twice, because nobody sees what they type. */
export function NewPassword({ values, fault, label, set }: Props) {
  const words = useEntryWords()
  const wrong = values.again.length >= values.password.length && !isRepeated(values)
  return (
    <>
      <PasswordInput
        label={label ?? words.login.password}
        description={words.passwordHint}
        autoComplete="new-password"
        required
        minLength={12}
        value={values.password}
        onChange={({ currentTarget }) => set('password', currentTarget.value)}
        error={fault}
      />
      <PasswordInput
        label={words.passwordAgain}
        autoComplete="new-password"
        required
        value={values.again}
        onChange={({ currentTarget }) => set('again', currentTarget.value)}
        error={wrong ? words.different : undefined}
      />
    </>
  )
}
