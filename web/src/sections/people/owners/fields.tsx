import { TextInput } from '@mantine/core'
import { usePeopleWords } from '../words.ts'

type TextProps = (name: 'name' | 'email') => object

export function OwnerFields({ text }: { text: TextProps }) {
  const all = usePeopleWords()
  return (
    <>
      <TextInput {...text('name')} label={all.name} required maxLength={120} data-autofocus />
      <TextInput {...text('email')} type="email" label={all.email} description={all.owners.emailHint} />
    </>
  )
}

/** Request body; an empty e-mail address is `null`. */
export const ownerBody = ({ name, email }: { name: string; email: string }) => ({
  name: name.trim(),
  email: email.trim() || null,
})
