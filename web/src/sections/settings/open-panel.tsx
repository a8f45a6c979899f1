import { Anchor, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { api } from '../../service/api.ts'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { type OperatorProps, useSaved, within } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function StatusPagePanel(props: OperatorProps) {
  const { open: words } = useSettingsWords()
  return (
    <Panel title={words.titles.statusPage}>
      <OpenSwitch name="statusPage" path="/status" {...props} />
    </Panel>
  )
}

export function CoveragePagePanel(props: OperatorProps) {
  const { open: words } = useSettingsWords()
  return (
    <Panel title={words.titles.coveragePage}>
      <OpenSwitch name="coveragePage" path="/coverage" {...props} />
    </Panel>
  )
}

export function ShopPanel(props: OperatorProps) {
  const { open: words } = useSettingsWords()
  return (
    <Panel title={words.titles.shop}>
      <OpenSwitch name="shop" path="/shop" {...props} />
    </Panel>
  )
}

function OpenSwitch({
  name,
  path,
  settings,
  mayChange,
}: OperatorProps & { name: 'statusPage' | 'coveragePage' | 'shop'; path: string }) {
  const { open: words, saved: said } = useSettingsWords()
  const saved = useSaved()
  const value = settings[name]
  const change = useMutation({
    mutationFn: (on: boolean) => api.patch('/settings/operator', { [name]: on }),
    onSuccess(settings) {
      saved(settings)
      notify(said)
    },
  })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Switch
          {...spot(name)}
          label={words[name]}
          description={words.hints[name]}
          checked={change.isPending ? change.variables : value}
          disabled={!mayChange || change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
        />
        {value && (
          <Anchor href={path} target="_blank" size="sm">
            {words.look(path)}
          </Anchor>
        )}
      </Group>
      {change.error && <ProblemPanel error={change.error} />}
    </Stack>
  )
}

export function BankPanel({ settings: { bankDetails }, mayChange }: OperatorProps) {
  const { bank: words } = useSettingsWords()
  const saved = useSaved()
  const form = useFields(
    { bankDetails: bankDetails ?? '' },
    (values) =>
      api.patch('/settings/operator', {
        bankDetails: values.bankDetails.trim() === '' ? null : values.bankDetails.trim().split('\n'),
      }),
    saved,
  )
  return (
    <SettingForm form={form} isChanged={form.values.bankDetails !== form.before.bankDetails}>
      <Panel title={words.title}>
        <Textarea
          {...form.text('bankDetails')}
          {...spot('bankDetails')}
          label={words.label}
          description={words.hint}
          placeholder={words.example}
          autosize
          minRows={3}
          maxRows={10}
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}

/** Map tiles that replace the built-in atlas. */
export function MapPanel({ settings: { mapTiles }, mayChange }: OperatorProps) {
  const { map: words } = useSettingsWords()
  const saved = useSaved()
  const form = useFields(
    { url: mapTiles?.url ?? '', attribution: mapTiles?.attribution ?? '' },
    ({ url, attribution }) =>
      within(
        'mapTiles',
        api.patch('/settings/operator', {
          mapTiles: url.trim() === '' ? null : { url: url.trim(), attribution: attribution.trim() || ' ' },
        }),
      ),
    saved,
  )
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(form.before)
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Panel title={words.title}>
        <TextInput
          {...form.text('url')}
          {...spot('mapTiles')}
          label={words.url}
          description={words.urlHint}
          placeholder={words.urlExample}
          autoComplete="off"
          readOnly={!mayChange}
        />
        <TextInput
          {...form.text('attribution')}
          label={words.attribution}
          description={words.attributionHint}
          placeholder={words.attributionExample}
          autoComplete="off"
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}
