import { PasswordInput } from '@mantine/core'
import { useEntryWords } from '../words/common.ts'

interface Props {
  /** The form's `password` field. */
  readonly field: { readonly value: string; readonly onChange: (event: { currentTarget: { value: string } }) => void }
  /** Replaces the default label in forms that also ask for the current password. */
  readonly label?: string
}

/** Asks once: the button in the field shows what was typed. */
export function NewPassword({ field, label }: Props) {
  const words = useEntryWords()
  return (
    <PasswordInput
      {...field}
      label={label ?? words.login.password}
      description={words.passwordHint}
      autoComplete="new-password"
      required
      minLength={12}
      visibilityToggleButtonProps={{ 'aria-label': words.reveal, tabIndex: 0 }}
    />
  )
}
