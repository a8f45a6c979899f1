import { Anchor, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { api } from '../../service/api.ts'
import { type OperatorProps, SaveRow, useSaved, within } from './operator.tsx'
import { useSettingsWords } from './words.ts'

/** Switches for the public pages: status page and shop. */
export function OpenPanel({ settings, mayChange }: OperatorProps) {
  const { open: words } = useSettingsWords()
  return (
    <Panel title={words.title}>
      <OpenSwitch name="statusPage" path="/status" {...{ settings, mayChange }} />
      <OpenSwitch name="shop" path="/shop" {...{ settings, mayChange }} />
    </Panel>
  )
}

function OpenSwitch({
  name,
  path,
  settings,
  mayChange,
}: OperatorProps & { name: 'statusPage' | 'shop'; path: string }) {
  const { open: words } = useSettingsWords()
  const saved = useSaved()
  const value = settings[name]
  const change = useMutation({
    mutationFn: (on: boolean) => api.patch('/settings/operator', { [name]: on }),
    onSuccess: saved,
  })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Switch
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
    <form onSubmit={form.onSubmit}>
      <Panel title={words.title}>
        <Textarea
          {...form.text('bankDetails')}
          label={words.label}
          description={words.hint}
          placeholder={words.example}
          autosize
          minRows={3}
          maxRows={10}
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
        {mayChange && (
          <SaveRow isChanged={form.values.bankDetails !== form.before.bankDetails} sending={form.sending} />
        )}
      </Panel>
    </form>
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
    <form onSubmit={form.onSubmit}>
      <Panel title={words.title}>
        <TextInput
          {...form.text('url')}
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
        {mayChange && <SaveRow isChanged={isChanged} sending={form.sending} />}
      </Panel>
    </form>
  )
}
