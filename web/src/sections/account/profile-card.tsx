import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { type Language, useLanguage } from '../../language.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { ME, useMe } from '../../session.tsx'
import { usePartWords, useShellWords } from '../../words/common.ts'
import { Card } from './card.tsx'
import { useAccountWords } from './words.ts'

type Choice = Language | 'none'

export function ProfileCard() {
  const { profile: words } = useAccountWords()
  const parts = usePartWords()
  const { roles } = useShellWords()
  const { user } = useMe()
  const { choose } = useLanguage()
  const queries = useQueryClient()
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
      void queries.invalidateQueries({ queryKey: ME })
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
      <form onSubmit={form.onSubmit}>
        <Stack gap="sm">
          <TextInput {...form.text('name')} label={words.name} required maxLength={120} autoComplete="name" />
          <Select
            label={words.language}
            data={(['none', 'es', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
            value={language}
            onChange={(value) => form.set('language', (value ?? 'none') as Choice)}
            allowDeselect={false}
          />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button
            type="submit"
            loading={form.sending}
            disabled={!changed || name.trim() === ''}
            style={{ alignSelf: 'flex-start' }}
          >
            {parts.save}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
