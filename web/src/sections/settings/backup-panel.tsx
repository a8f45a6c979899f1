import { NumberInput } from '@mantine/core'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { api } from '../../service/api.ts'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { type OperatorProps, useSaved } from './operator.tsx'
import { useSettingsWords } from './words.ts'

/** Number of daily backups to keep. Whether backups are made is configured on the server. */
export function BackupPanel({ settings: { backupKeep }, mayChange }: OperatorProps) {
  const { backups: words } = useSettingsWords()
  const saved = useSaved()
  const form = useFields({ backupKeep }, (values) => api.patch('/settings/operator', values), saved)
  return (
    <SettingForm form={form} isChanged={form.values.backupKeep !== form.before.backupKeep}>
      <Panel title={words.title}>
        <NumberInput
          {...spot('backupKeep')}
          maw={320}
          label={words.keep}
          description={words.keepHint}
          value={form.values.backupKeep}
          onChange={(value) => form.set('backupKeep', Number(value))}
          error={form.faultOf('backupKeep')}
          min={1}
          allowDecimal={false}
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}
