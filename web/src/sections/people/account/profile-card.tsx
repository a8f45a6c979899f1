import { Select, TextInput } from '@mantine/core'
import { type Language, useLanguage } from '../../../language.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { usePartWords, useShellWords } from '../../../words/common.ts'
import { Card } from './card.tsx'
import { useAccountWords } from './words.ts'

type Choice = Language | 'none'

export function ProfileCard() {
  const { profile: words } = useAccountWords()
  const parts = usePartWords()
  const { roles } = useShellWords()
  const { user } = useMe()
  const { choose } = useLanguage()
  const renew = useRenew()
  const form = useFields(
    { name: user.name, language: (user.language ?? 'none') as Choice },
    async ({ name, language }) => {
      const wanted = language === 'none' ? null : language
      await api.patch('/account', { name: name.trim(), language: wanted })
      return wanted
    },
    (language) => {
      notify(words.saved)
      if (language) choose(language)
      void renew('/me')
    },
  )
  const { name, language } = form.values
  const changed = name.trim() !== user.name || language !== (user.language ?? 'none')
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          [words.email, user.email],
          [words.role, user.ownerName ? `${roles[user.role]} · ${user.ownerName}` : roles[user.role]],
        ]}
      />
      <Form form={form} action={parts.save} changed={changed} narrow>
        <TextInput {...form.text('name')} label={words.name} required maxLength={120} autoComplete="name" />
        <Select {...form.choice('language', words.languages)} label={words.language} />
      </Form>
    </Card>
  )
}
