import { NumberInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import type { Settings } from '../../../../../src/http/console/contract/network/network.ts'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { api } from '../../../service/api.ts'
import { AddressWarning } from '../../../shell/addresses/address-warning.tsx'
import { SettingForm } from '../frame/changes.tsx'
import { spot } from '../frame/fields.ts'
import { changesOf, useNetworkSaved } from '../operator.tsx'
import { useSettingsWords } from '../words.ts'

/** The caster's public address, the network mountpoint, and how a mountpoint is chosen for a rover. */
export function CasterForm({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const { casterHost, casterPort, mountpoint, nearBaseKm, triangleSideKm, defaultRadiusKm, ...rest } = settings.network
  const { switchNearerKm, switchAfterS } = rest
  const form = useFields(
    {
      casterHost: casterHost ?? '',
      casterPort: casterPort ?? ('' as const),
      mountpoint,
      nearBaseKm,
      triangleSideKm,
      defaultRadiusKm,
      switchNearerKm,
      switchAfterS,
    },
    (values, before) => api.patch('/settings', changesOf(before, values)),
    useNetworkSaved(),
  )
  const isChanged = Object.keys(changesOf(form.before, form.values)).length > 0
  const number = (name: 'nearBaseKm' | 'triangleSideKm' | 'defaultRadiusKm' | 'switchNearerKm' | 'switchAfterS') => ({
    ...spot(name),
    value: form.values[name],
    onChange: (value: string | number) => form.set(name, Number(value)),
    error: form.faultOf(name),
    min: 0,
    decimalScale: 3,
    readOnly: !mayChange,
  })
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Panel title={words.caster}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          <TextInput
            {...form.text('casterHost')}
            {...spot('casterHost')}
            label={words.casterHost}
            description={words.byDefault(settings.defaults.casterHost)}
            readOnly={!mayChange}
          />
          <NumberInput
            {...spot('casterPort')}
            label={words.casterPort}
            description={words.byDefault(settings.defaults.casterPort)}
            value={form.values.casterPort}
            onChange={(value) => form.set('casterPort', value === '' ? '' : Number(value))}
            error={form.faultOf('casterPort')}
            allowDecimal={false}
            readOnly={!mayChange}
          />
          <TextInput
            {...form.text('mountpoint')}
            {...spot('mountpoint')}
            label={words.mountpoint}
            description={words.mountpointHint}
            readOnly={!mayChange}
            required
          />
        </SimpleGrid>
        <AddressWarning which="caster" reach={settings.reach.caster} />
        <Stack gap="xs" mt="xs">
          <Title order={3} size="h5">
            {words.choosing}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'end' }}>
            <NumberInput {...number('nearBaseKm')} label={words.nearBaseKm} description={words.nearBaseHint} />
            <NumberInput {...number('triangleSideKm')} label={words.triangleSideKm} description={words.triangleHint} />
            <NumberInput {...number('defaultRadiusKm')} label={words.defaultRadiusKm} description={words.radiusHint} />
            <NumberInput
              {...number('switchNearerKm')}
              label={words.switchNearerKm}
              description={words.switchNearerHint}
            />
            <NumberInput
              {...number('switchAfterS')}
              label={words.switchAfterS}
              description={words.switchAfterHint}
              allowDecimal={false}
            />
          </SimpleGrid>
        </Stack>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}
