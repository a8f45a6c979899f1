import { NumberInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { keyOf, useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { SaveRow } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function NetworkForm({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const queries = useQueryClient()
  const renew = useRenew()
  // Other panels edit these.
  const {
    upstream: _,
    movedLimitM: _limit,
    movedTakesOut: _takesOut,
    tableLines: _lines,
    ...network
  } = settings.network
  const form = useFields(
    {
      ...network,
      casterHost: network.casterHost ?? '',
      casterPort: network.casterPort ?? '',
      phone: network.phone ?? '',
      whatsapp: network.whatsapp ?? '',
    },
    (values, before) => api.patch('/settings', changesOf(before, values)),
    (saved) => {
      queries.setQueryData(keyOf('/settings'), saved)
      void renew('/me') // the header shows the network's name
      notify(words.saved)
    },
  )
  const isChanged = Object.keys(changesOf(form.before, form.values)).length > 0
  const number = (name: 'nearBaseKm' | 'triangleSideKm' | 'defaultRadiusKm') => ({
    value: form.values[name],
    onChange: (value: string | number) => form.set(name, Number(value)),
    error: form.faultOf(name),
    min: 0,
    decimalScale: 3,
    readOnly: !mayChange,
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Panel title={words.network}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...form.text('name')} label={words.name} readOnly={!mayChange} required />
          <TextInput
            {...form.text('mountpoint')}
            label={words.mountpoint}
            description={words.mountpointHint}
            readOnly={!mayChange}
            required
          />
          <TextInput
            {...form.text('casterHost')}
            label={words.casterHost}
            description={words.byDefault(settings.defaults.casterHost)}
            readOnly={!mayChange}
          />
          <NumberInput
            label={words.casterPort}
            description={words.byDefault(settings.defaults.casterPort)}
            value={form.values.casterPort}
            onChange={(value) => form.set('casterPort', value === '' ? '' : Number(value))}
            error={form.faultOf('casterPort')}
            allowDecimal={false}
            readOnly={!mayChange}
          />
          <TextInput
            {...form.text('datum')}
            label={words.datum}
            description={words.datumHint}
            readOnly={!mayChange}
            required
          />
          <TextInput
            {...form.text('format')}
            label={words.format}
            description={words.formatHint}
            readOnly={!mayChange}
            required
          />
          <TextInput
            {...form.text('country')}
            label={words.country}
            description={words.countryHint}
            readOnly={!mayChange}
            required
          />
        </SimpleGrid>
        <Stack gap="xs" mt="xs">
          <Title order={3} size="h5">
            {words.contact}
          </Title>
          <Text size="sm" c="dimmed">
            {words.contactHint}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput {...form.text('phone')} type="tel" label={words.phone} readOnly={!mayChange} />
            <TextInput
              {...form.text('whatsapp')}
              type="tel"
              label={words.whatsapp}
              placeholder="+52 55 1234 5678"
              readOnly={!mayChange}
            />
          </SimpleGrid>
        </Stack>
        <Stack gap="xs" mt="xs">
          <Title order={3} size="h5">
            {words.choosing}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <NumberInput {...number('nearBaseKm')} label={words.nearBaseKm} description={words.nearBaseHint} />
            <NumberInput {...number('triangleSideKm')} label={words.triangleSideKm} description={words.triangleHint} />
            <NumberInput {...number('defaultRadiusKm')} label={words.defaultRadiusKm} description={words.radiusHint} />
          </SimpleGrid>
        </Stack>
        {form.problem && <ProblemPanel error={form.problem} />}
        {mayChange && <SaveRow isChanged={isChanged} sending={form.sending} />}
      </Panel>
    </form>
  )
}

/** Fields that can be unset. */
const UNSET: readonly string[] = ['casterHost', 'casterPort', 'phone', 'whatsapp']

/** Only changes are sent: two users can have the page open. An emptied field is unset. */
function changesOf<Values extends object>(before: Values, values: Values): Record<string, unknown> {
  const names = Object.keys(values) as (keyof Values & string)[]
  return Object.fromEntries(
    names
      .filter((name) => values[name] !== before[name])
      .map((name) => [name, values[name] === '' && UNSET.includes(name) ? null : values[name]]),
  )
}
