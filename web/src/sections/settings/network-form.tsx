import { SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { FrameFields } from '../../parts/forms/frame-fields.tsx'
import { type FrameValues, frameChange, frameValuesOf } from '../../parts/forms/frame-values.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { api } from '../../service/api.ts'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { changesOf, useNetworkSaved } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function NetworkForm({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const { name, datum, frame, epoch, format, country, phone, whatsapp } = settings.network
  const form = useFields(
    {
      ...{ name, format, country, phone: phone ?? '', whatsapp: whatsapp ?? '' },
      ...frameValuesOf(datum, { frame, epoch }),
    },
    (values, before) => api.patch('/settings', bodyOf(before, values)),
    useNetworkSaved(),
  )
  const isChanged = Object.keys(bodyOf(form.before, form.values)).length > 0
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Panel title={words.network}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          <TextInput {...form.text('name')} {...spot('name')} label={words.name} readOnly={!mayChange} required />
          <TextInput
            {...form.text('country')}
            {...spot('country')}
            label={words.country}
            description={words.countryHint}
            readOnly={!mayChange}
            required
          />
          <FrameFields form={form} {...spot('datum')} hint={words.datumHint} readOnly={!mayChange} />
          <TextInput
            {...form.text('format')}
            {...spot('format')}
            label={words.format}
            description={words.formatHint}
            readOnly={!mayChange}
            required
          />
        </SimpleGrid>
        <Stack gap="xs" mt="xs">
          <Title order={3} size="h5">
            {words.contact}
          </Title>
          <Hint>{words.contactHint}</Hint>
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            <TextInput
              {...form.text('phone')}
              {...spot('phone')}
              type="tel"
              label={words.phone}
              readOnly={!mayChange}
            />
            <TextInput
              {...form.text('whatsapp')}
              {...spot('whatsapp')}
              type="tel"
              label={words.whatsapp}
              placeholder="+52 55 1234 5678"
              readOnly={!mayChange}
            />
          </SimpleGrid>
        </Stack>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}

function bodyOf<Values extends FrameValues>(before: Values, values: Values) {
  const { frame, epoch, datum, ...others } = changesOf(before, values)
  return { ...others, ...frameChange(values, before) }
}
