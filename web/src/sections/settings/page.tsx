import { Answered } from '../../parts/answered.tsx'
import { Page } from '../../parts/page.tsx'
import { useAnswer } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { AccessPanel } from './access-panel.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MovedPanel } from './moved-panel.tsx'
import { NetworkForm } from './network-form.tsx'
import { BankPanel, MapPanel, OpenPanel } from './open-panel.tsx'
import { TableLinesPanel } from './table-lines-panel.tsx'
import { useSettingsWords } from './words.ts'

export default function SettingsPage() {
  const words = useSettingsWords()
  const mayChange = useMay('settings.change')
  const asked = useAnswer('/settings')
  const operator = useAnswer('/settings/operator')
  return (
    <Page title={words.title} hint={mayChange ? words.hint : `${words.hint} ${words.readOnly}`}>
      <Answered asked={asked}>
        {(data) => (
          <>
            <NetworkForm settings={data} mayChange={mayChange} />
            <MovedPanel settings={data} mayChange={mayChange} />
            <TableLinesPanel settings={data} mayChange={mayChange} />
            <Answered asked={operator}>
              {(settings) => (
                <>
                  <BrandPanel settings={settings} mayChange={mayChange} />
                  <MailPanel settings={settings} mail={data.mail} mayChange={mayChange} />
                  <BankPanel settings={settings} mayChange={mayChange} />
                  <OpenPanel settings={settings} mayChange={mayChange} />
                  <MapPanel settings={settings} mayChange={mayChange} />
                  <BackupPanel settings={settings} mayChange={mayChange} />
                </>
              )}
            </Answered>
            <EnginePanel settings={data} mayChange={mayChange} />
            <AlertsPanel mayChange={mayChange} />
            <AccessPanel mayChange={mayChange} />
          </>
        )}
      </Answered>
    </Page>
  )
}
