import { Anchor, Text } from '@mantine/core'
import { useAnswer } from '../../answers.ts'
import { Answered } from '../../parts/answered.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useMay } from '../../session.tsx'
import { AccessPanel } from './access-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { NetworkForm } from './network-form.tsx'
import { UpstreamPanel } from './upstream-panel.tsx'
import { useSettingsWords } from './words.ts'

export default function SettingsPage() {
  const words = useSettingsWords()
  const mayChange = useMay('settings.change')
  const asked = useAnswer('/settings')
  return (
    <Page title={words.title} hint={mayChange ? words.hint : `${words.hint} ${words.readOnly}`}>
      <Answered asked={asked}>
        {(data) => (
          <>
            <NetworkForm settings={data} mayChange={mayChange} />
            <UpstreamPanel settings={data} mayChange={mayChange} />
            <AccessPanel mayChange={mayChange} />
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
        )}
      </Answered>
    </Page>
  )
}
