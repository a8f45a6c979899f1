import { Checkbox, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { AlertTopic } from '../../../../../src/http/console/contract/alerts/alerts.ts'
import type { ShownChannel } from '../../../../../src/http/console/contract/alerts/channels.ts'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { choicesOf } from '../../../parts/lists/filters.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { api, at } from '../../../service/api.ts'
import { usePartWords } from '../../../words/common.ts'
import { useAlertWords } from '../words.ts'
import { useChannelWords } from './words.ts'

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
const ZONES = [...new Set([HERE, ...Intl.supportedValuesOf('timeZone')])].toSorted()
const NIGHT = { from: '22:00', to: '07:00', zone: HERE }

export function ChannelRules({
  channel,
  onClose,
  onSaved,
}: {
  channel: ShownChannel
  onClose: () => void
  onSaved: () => Promise<void>
}) {
  const words = useChannelWords()
  const { topics, settings } = useAlertWords()
  const parts = usePartWords()
  const { service, host } = channel
  const form = useFields(
    {
      name: channel.name,
      url: '',
      language: channel.language,
      muted: channel.muted,
      isQuiet: channel.quiet !== null,
      ...(channel.quiet ?? NIGHT),
      urgentPasses: channel.urgentPasses,
    },
    ({ name, url, language, muted, isQuiet, from, to, zone, urgentPasses }) =>
      api.patch(at('/channels/:id', channel), {
        ...{ name, language, muted: [...muted], urgentPasses, quiet: isQuiet ? { from, to, zone } : null },
        ...(url.trim() !== '' && { url: url.trim() }),
      }),
    async () => {
      onClose()
      await onSaved()
    },
  )
  const { muted, isQuiet } = form.values
  const all = Object.keys(topics) as AlertTopic[]
  const time = (name: 'from' | 'to') => (
    <TextInput type="time" label={words[name]} {...form.text(name)} error={form.faultOf(`quiet.${name}`)} />
  )
  return (
    <FormDialog
      opened
      form={form}
      action={parts.save}
      title={words.editOf(channel.name)}
      light={false}
      onClose={onClose}
    >
      <TextInput {...form.text('name')} label={words.name} required maxLength={60} />
      {host !== null && service !== 'email' && service !== 'telegram' && (
        <TextInput
          {...form.text('url')}
          label={words.url}
          description={words.urlKept}
          placeholder={`https://${host}/…`}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Select {...form.choice('language', settings.languages)} label={words.language} />
      <Checkbox.Group
        label={words.topics}
        value={all.filter((topic) => !muted.includes(topic))}
        onChange={(chosen) =>
          form.set(
            'muted',
            all.filter((topic) => !chosen.includes(topic)),
          )
        }
      >
        <Stack gap="xs" mt={6}>
          {choicesOf(topics).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch {...form.flag('isQuiet')} label={words.quiet} />
      {isQuiet && (
        <Stack gap="sm">
          <Hint>{words.quietHint}</Hint>
          <SimpleGrid cols={2}>
            {time('from')}
            {time('to')}
          </SimpleGrid>
          <Select
            label={words.zone}
            data={ZONES}
            value={form.values.zone}
            onChange={(zone) => form.set('zone', zone ?? HERE)}
            error={form.faultOf('quiet.zone')}
            searchable
            allowDeselect={false}
          />
          <Group gap="xs">
            <Checkbox {...form.flag('urgentPasses')} label={words.urgentPasses} />
          </Group>
        </Stack>
      )}
    </FormDialog>
  )
}
