import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../../../src/http/console/contract/network/network.ts'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { StatusShape } from '../../../parts/marks/status-mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { keyOf } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { streamTroubleText, useCodeWords } from '../../../words/codes.ts'
import { SettingForm } from '../frame/changes.tsx'
import { spot } from '../frame/fields.ts'
import { useSettingsWords } from '../words.ts'

export function EnginePanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const codes = useCodeWords()
  const queries = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const { network, upstream: engine } = settings
  const change = async (address: string | null) => {
    queries.setQueryData(keyOf('/settings'), await api.patch('/settings', { upstream: address }))
  }
  const form = useFields(
    { upstream: '' },
    (values) => change(values.upstream.trim()),
    () => form.reset(),
  )
  return (
    <Panel title={words.engine}>
      {engine ? (
        <Group gap="xs">
          <StatusShape status={engine.answers ? 'online' : 'offline'} />
          <Text size="sm" className="code">
            {network.upstream}
          </Text>
          <Text size="sm">
            {engine.answers
              ? words.engineAnswers
              : words.engineSilent(engine.error ? streamTroubleText(codes, engine.error) : '')}{' '}
            ({words.checked} <Moment at={engine.checkedAt} />)
          </Text>
        </Group>
      ) : (
        <Text size="sm">{words.noEngine}</Text>
      )}
      {mayChange && (
        <SettingForm form={form} isChanged={form.values.upstream.trim() !== ''}>
          <Stack gap="xs">
            <TextInput
              {...form.text('upstream')}
              {...spot('engine')}
              label={engine ? words.engineNewAddress : words.engineAddress}
              description={words.engineHint}
              autoComplete="off"
            />
            {form.problem && <ProblemPanel error={form.problem} />}
            {engine && (
              <Group>
                <Button variant="default" onClick={() => setRemoving(true)}>
                  {words.removeEngine}
                </Button>
              </Group>
            )}
          </Stack>
        </SettingForm>
      )}
      <Confirm
        opened={removing}
        title={words.removeEngineTitle}
        consequence={words.removeEngineText}
        action={words.removeEngine}
        onConfirm={async () => {
          await change(null)
          notify(words.saved)
        }}
        onClose={() => setRemoving(false)}
      />
    </Panel>
  )
}
