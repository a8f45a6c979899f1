import { Alert, Checkbox, NumberInput, Select, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { AlertSettings, AlertTopic } from '../../../../src/http/console/contract/alerts/alerts.ts'
import { Answered } from '../../parts/answered.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { choicesOf } from '../../parts/lists/filters.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { keyOf, useAnswer } from '../../service/answers.ts'
import { type Answer, api } from '../../service/api.ts'
import { useAlertWords } from '../alerts/words.ts'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'

export function AlertsPanel({ mayChange }: { mayChange: boolean }) {
  const { settings: words } = useAlertWords()
  const asked = useAnswer('/settings/alerts')
  return (
    <Panel title={words.title}>
      <Hint>{words.hint}</Hint>
      <Answered asked={asked}>
        {({ settings, canMail }) => (
          <>
            <Whether canMail={canMail} recipients={settings.recipients.length} />
            <AlertsForm settings={settings} mayChange={mayChange} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function Whether({ canMail, recipients }: { canMail: boolean; recipients: number }) {
  const words = useAlertWords()
  if (canMail && recipients > 0) return <Text size="sm">{words.settings.on(recipients)}</Text>
  return (
    <Alert color="yellow" variant="light" icon={<IconMailOff aria-hidden />} role="status">
      {canMail ? words.nobody : words.noMail}
    </Alert>
  )
}

type Figure = 'delayMinutes' | 'quietMinutes' | 'diskFreePercent' | 'certificateDays'

function AlertsForm({ settings, mayChange }: { settings: AlertSettings; mayChange: boolean }) {
  const { settings: words, topics } = useAlertWords()
  const queries = useQueryClient()
  const form = useFields(
    settings,
    (values, before) => api.patch('/settings/alerts', changedOf(before, values)),
    (saved: Answer<'PATCH', '/settings/alerts'>) => queries.setQueryData(keyOf('/settings/alerts'), saved),
  )
  const { muted } = form.values
  const wanted = (Object.keys(topics) as AlertTopic[]).filter((topic) => !muted.includes(topic))
  const isChanged = Object.keys(changedOf(form.before, form.values)).length > 0
  const figure = (name: Figure, label: string, description?: string) => (
    <NumberInput
      {...spot(name)}
      label={label}
      description={description}
      value={form.values[name]}
      onChange={(value) => form.set(name, Number(value))}
      error={form.faultOf(name)}
      allowDecimal={false}
      allowNegative={false}
      readOnly={!mayChange}
    />
  )
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Stack gap="md">
        <TagsInput
          {...spot('recipients')}
          label={words.recipients}
          description={words.recipientsHint}
          value={[...form.values.recipients]}
          onChange={(recipients) => form.set('recipients', recipients)}
          error={form.faultOf('recipients')}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          maxTags={20}
          readOnly={!mayChange}
        />
        <Checkbox.Group
          {...spot('alertTopics')}
          label={words.topics}
          value={wanted}
          onChange={(chosen) =>
            form.set(
              'muted',
              (Object.keys(topics) as AlertTopic[]).filter((topic) => !chosen.includes(topic)),
            )
          }
          readOnly={!mayChange}
        >
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" mt={6}>
            {choicesOf(topics).map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          {figure('delayMinutes', words.delay, words.delayHint)}
          {figure('quietMinutes', words.quiet, words.quietHint)}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'end' }}>
          {figure('diskFreePercent', words.disk)}
          {figure('certificateDays', words.certificate)}
          <Select
            {...spot('alertLanguage')}
            label={words.language}
            data={choicesOf(words.languages)}
            value={form.values.language}
            onChange={(language) => form.set('language', language as AlertSettings['language'])}
            allowDeselect={false}
            readOnly={!mayChange}
          />
        </SimpleGrid>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </SettingForm>
  )
}

/** Only changes are sent: two users can have the page open. */
const changedOf = (before: AlertSettings, values: AlertSettings): Partial<AlertSettings> =>
  Object.fromEntries(
    (Object.keys(values) as (keyof AlertSettings)[])
      .filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, values[name]]),
  )
