import { Button, ColorInput, FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { OperatorSettings } from '../../../../src/http/console/contract/network/operator-settings.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useAnswer } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import classes from './brand.module.css'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { type OperatorProps, useSaved } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function BrandPanel({ settings, mayChange }: OperatorProps) {
  const { brand: words } = useSettingsWords()
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <LogoField theme="light" address={settings.logo.light} mayChange={mayChange} />
        <LogoField theme="dark" address={settings.logo.dark} mayChange={mayChange} />
      </SimpleGrid>
      <AccentForm settings={settings} mayChange={mayChange} />
    </Panel>
  )
}

interface LogoProps {
  readonly theme: 'light' | 'dark'
  readonly address: string | null
  readonly mayChange: boolean
}

function LogoField({ theme, address, mayChange }: LogoProps) {
  const { brand: words } = useSettingsWords()
  const apply = useSaved()
  const { saved: said } = useSettingsWords()
  const saved = (settings: OperatorSettings) => {
    apply(settings)
    notify(said)
  }
  const put = useMutation({
    mutationFn: (file: File) =>
      api.upload(at('/settings/logo/:theme', { theme }), {}, file.type || 'application/octet-stream', file),
    onSuccess: saved,
  })
  const remove = useMutation({
    mutationFn: () => api.delete(at('/settings/logo/:theme', { theme })),
    onSuccess: saved,
  })
  const problem = put.error ?? remove.error
  return (
    <Stack
      gap="xs"
      component="section"
      aria-label={words.logos[theme]}
      {...spot(theme === 'light' ? 'logo' : 'logoDark')}
    >
      <Text size="sm" fw={500}>
        {words.logos[theme]}
      </Text>
      <div className={classes.ground} data-theme={theme}>
        {address ? (
          <img src={address} alt={words.logos[theme]} className={classes.shown} />
        ) : (
          <Text size="sm" className={classes.none}>
            {words.none[theme]}
          </Text>
        )}
      </div>
      {mayChange && (
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg"
            onChange={(file) => {
              remove.reset()
              if (file) put.mutate(file)
            }}
          >
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={put.isPending}>
                {address ? words.replace : words.choose}
              </Button>
            )}
          </FileButton>
          {address && (
            <Button variant="subtle" color="gray" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.remove}
            </Button>
          )}
        </Group>
      )}
      {problem && <ProblemPanel error={problem} />}
    </Stack>
  )
}

const COLOUR = /^#[0-9a-f]{6}$/i

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

/** Each is dark enough to be its own deep shade. */
const SWATCHES = ['#0b6478', '#1f4e79', '#3f3d8f', '#6b2d73', '#8a1f3d', '#9a4a00', '#5c5a00', '#1f6b3a', '#3d4650']

/** A preview in both themes. */
function Samples({ wanted, known }: { wanted: string; known: OperatorSettings['accent'] }) {
  const { brand: words } = useSettingsWords()
  const [asked] = useDebouncedValue(wanted, 150)
  const isColour = COLOUR.test(asked)
  const { data } = useAnswer('/settings/accent', {
    query: { accent: asked },
    enabled: isColour,
    placeholderData: keepPreviousData,
  })
  const { deep, pale } = data ?? known
  const isMoved = isColour && deep !== asked.toLowerCase()
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <div className={classes.sample} data-theme="light">
          <span className={classes.button} style={{ background: deep }}>
            {words.sampleButton}
          </span>
          <span style={{ color: deep }}>{words.sampleLink}</span>
        </div>
        <div className={classes.sample} data-theme="dark">
          <span className={classes.button} style={{ background: deep }}>
            {words.sampleButton}
          </span>
          <span style={{ color: pale }}>{words.sampleLink}</span>
        </div>
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {isMoved ? words.moved(deep) : words.kept}
      </Text>
    </Stack>
  )
}
