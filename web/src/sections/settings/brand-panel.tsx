import { Button, ColorInput, Group, SimpleGrid, Stack } from '@mantine/core'
import type { OperatorSettings } from '../../../../src/http/console/contract/network/operator-settings.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { api, at } from '../../service/api.ts'
import { Samples, SWATCHES } from './accent.tsx'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { LogoField } from './logo-field.tsx'
import { type OperatorProps, useSaved } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function BrandPanel({ settings, mayChange }: OperatorProps) {
  const { brand: words } = useSettingsWords()
  return (
    <Panel title={words.title}>
      <Hint>{words.hint}</Hint>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NetworkLogo theme="light" settings={settings} mayChange={mayChange} />
        <NetworkLogo theme="dark" settings={settings} mayChange={mayChange} />
      </SimpleGrid>
      <AccentForm settings={settings} mayChange={mayChange} />
    </Panel>
  )
}

function NetworkLogo({ theme, settings, mayChange }: OperatorProps & { theme: 'light' | 'dark' }) {
  const { brand: words, saved: said } = useSettingsWords()
  const apply = useSaved()
  const saved = (settings: OperatorSettings) => {
    apply(settings)
    notify(said)
  }
  return (
    <LogoField
      label={words.logos[theme]}
      none={words.none[theme]}
      theme={theme}
      address={settings.logo[theme]}
      mayChange={mayChange}
      put={async (file, type) => saved(await api.upload(at('/settings/logo/:theme', { theme }), {}, type, file))}
      remove={async () => saved(await api.delete(at('/settings/logo/:theme', { theme })))}
      spot={spot(theme === 'light' ? 'logo' : 'logoDark')}
    />
  )
}

function AccentForm({ settings: { accent }, mayChange }: OperatorProps) {
  const { brand: words } = useSettingsWords()
  const saved = useSaved()
  const form = useFields(
    { accent: accent.value ?? accent.byDefault },
    (values) =>
      api.patch('/settings/operator', {
        accent: values.accent.toLowerCase() === accent.byDefault ? null : values.accent,
      }),
    saved,
  )
  const isChanged = form.values.accent.toLowerCase() !== form.before.accent.toLowerCase()
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <ColorInput
            {...spot('accent')}
            label={words.accent}
            description={words.accentHint}
            value={form.values.accent}
            onChange={(value) => form.set('accent', value)}
            error={form.faultOf('accent')}
            format="hex"
            swatches={SWATCHES}
            closeOnColorSwatchClick
            withEyeDropper={false}
            readOnly={!mayChange}
            style={{ flex: '1 1 16rem' }}
          />
          {mayChange && form.values.accent !== accent.byDefault && (
            <Button variant="default" onClick={() => form.set('accent', accent.byDefault)}>
              {words.byDefault}
            </Button>
          )}
        </Group>
        <Samples wanted={form.values.accent} known={accent} />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </SettingForm>
  )
}
