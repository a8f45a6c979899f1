import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { StatusShape } from '../../parts/marks/status-mark.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { keyOf } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { upstreamText, useCodeWords } from '../../words/codes.ts'
import { useSettingsWords } from './words.ts'

export function UpstreamPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const codes = useCodeWords()
  const queries = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const { network, upstream } = settings
  const change = async (address: string | null) => {
    queries.setQueryData(keyOf('/settings'), await api.patch('/settings', { upstream: address }))
    notify(words.saved)
  }
  const form = useFields(
    { upstream: '' },
    (values) => change(values.upstream.trim()),
    () => form.reset(),
  )
  return (
    <Panel title={words.upstream}>
      {upstream ? (
        <Group gap="xs">
          <StatusShape status={upstream.answers ? 'online' : 'offline'} />
          <Text size="sm" className="code">
            {network.upstream}
          </Text>
          <Text size="sm">
            {upstream.answers
              ? words.upstreamAnswers
              : words.upstreamSilent(upstream.error ? upstreamText(codes, upstream.error) : '')}{' '}
            ({words.checked} <Moment at={upstream.checkedAt} />)
          </Text>
        </Group>
      ) : (
        <Text size="sm">{words.upstreamNone}</Text>
      )}
      {mayChange && (
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="xs">
            <TextInput
              {...form.text('upstream')}
              label={words.upstreamAddress}
              description={words.upstreamHint}
              autoComplete="off"
              required
            />
            {form.problem && <ProblemPanel error={form.problem} />}
            <Group justify="flex-end" gap="xs">
              {upstream && (
                <Button variant="default" onClick={() => setRemoving(true)}>
                  {words.upstreamRemove}
                </Button>
              )}
              <Button type="submit" loading={form.sending}>
                {words.upstreamChange}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      <Confirm
        opened={removing}
        title={words.upstreamRemoveTitle}
        consequence={words.upstreamRemoveText}
        action={words.upstreamRemove}
        onConfirm={() => change(null)}
        onClose={() => setRemoving(false)}
      />
    </Panel>
  )
}
