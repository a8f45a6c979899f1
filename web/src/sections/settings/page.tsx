import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useMay } from '../../session.tsx'
import { MailPanel } from './mail-panel.tsx'
import { NetworkForm } from './network-form.tsx'
import { SETTINGS, type Settings, useSettingsWords } from './settings.ts'
import { UpstreamPanel } from './upstream-panel.tsx'

export default function SettingsPage() {
  const words = useSettingsWords()
  const mayChange = useMay('settings.change')
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => api.get<Settings>('/settings', {}, signal),
  })
  return (
    <Page title={words.title} hint={mayChange ? words.hint : `${words.hint} ${words.readOnly}`}>
      {error && <ProblemPanel error={error} again={refetch} />}
      {data ? (
        <>
          <NetworkForm settings={data} mayChange={mayChange} />
          <UpstreamPanel settings={data} mayChange={mayChange} />
          <MailPanel mail={data.mail} mayTest={mayChange} />
          <Panel title={words.public}>
            <Text size="sm">{data.statusPage ? words.statusOn : words.statusOff}</Text>
            {data.statusPage && (
              <Anchor href="/status" target="_blank" size="sm">
                {words.statusOpen}
              </Anchor>
            )}
          </Panel>
        </>
      ) : (
        !error && <Waiting />
      )}
    </Page>
  )
}
