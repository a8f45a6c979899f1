import { Alert, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { Page } from '../../parts/page.tsx'
import { useAnswer } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { WebAddressPanel } from '../../shell/addresses/web-address-panel.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { BotPanel } from '../alerts/channels/bot-panel.tsx'
import { ChannelsPanel } from '../alerts/channels/channels.tsx'
import { AccessPanel } from './access-panel.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { CasterForm } from './caster/caster-form.tsx'
import { EnginePanel } from './caster/engine-panel.tsx'
import { MovedPanel } from './caster/moved-panel.tsx'
import { TableLinesPanel } from './caster/table-lines-panel.tsx'
import { ChangesProvider, InSection, SaveBar } from './frame/changes.tsx'
import { SECTIONS, type Section } from './frame/fields.ts'
import classes from './frame/frame.module.css'
import { SettingsNav } from './frame/nav.tsx'
import { useSettingFocus } from './frame/use-setting-focus.ts'
import { MailPanel } from './mail-panel.tsx'
import { NetworkForm } from './network-form.tsx'
import { BankPanel, CoveragePagePanel, MapPanel, ShopPanel, StatusPagePanel } from './open-panel.tsx'
import { useSettingsWords } from './words.ts'

export default function SettingsPage() {
  const wanted = useParams()['*'] || 'network'
  const section = SECTIONS.find((name) => name === wanted)
  if (!section) return <NotFound />
  return (
    <ChangesProvider>
      <Sections section={section} />
    </ChangesProvider>
  )
}

function Sections({ section }: { section: Section }) {
  const words = useSettingsWords()
  const mayChange = useMay('settings.change')
  useSettingFocus()
  // A section that was opened stays mounted, so that its unsaved changes survive a look at another section.
  const [opened, setOpened] = useState<readonly Section[]>([section])
  if (!opened.includes(section)) setOpened([...opened, section])
  return (
    <Page title={words.title} hint={words.hint}>
      <div className={classes.layout}>
        <SettingsNav section={section} />
        <Stack gap="md" miw={0}>
          {!mayChange && (
            <Alert variant="light" color="gray" icon={<IconLock aria-hidden />}>
              {words.readOnly}
            </Alert>
          )}
          {opened.map((name) => (
            <Stack key={name} gap="md" display={name === section ? undefined : 'none'}>
              <InSection value={name}>
                <Panels section={name} mayChange={mayChange} />
              </InSection>
            </Stack>
          ))}
          <SaveBar />
        </Stack>
      </div>
    </Page>
  )
}

function Panels({ section, mayChange }: { section: Section; mayChange: boolean }) {
  const asked = useAnswer('/settings')
  const operator = useAnswer('/settings/operator')
  if (section === 'alerts')
    return (
      <>
        <AlertsPanel mayChange={mayChange} />
        <ChannelsPanel of="network" mayChange={mayChange} />
        <BotPanel mayChange={mayChange} />
      </>
    )
  if (section === 'access') return <AccessPanel mayChange={mayChange} />
  return (
    <Answered asked={asked}>
      {(network) => (
        <Answered asked={operator}>
          {(settings) => {
            const both = { settings: network, mayChange }
            const ours = { settings, mayChange }
            switch (section) {
              case 'network':
                return (
                  <>
                    <NetworkForm {...both} />
                    <WebAddressPanel settings={network} />
                    <StatusPagePanel {...ours} />
                    <CoveragePagePanel {...ours} />
                    <MapPanel {...ours} />
                    <BackupPanel {...ours} />
                  </>
                )
              case 'caster':
                return (
                  <>
                    <CasterForm {...both} />
                    <EnginePanel {...both} />
                    <MovedPanel {...both} />
                    <TableLinesPanel {...both} />
                  </>
                )
              case 'brand':
                return <BrandPanel {...ours} />
              case 'mail':
                return <MailPanel {...ours} mail={network.mail} />
              case 'payments':
                return (
                  <>
                    <ShopPanel {...ours} />
                    <BankPanel {...ours} />
                  </>
                )
            }
          }}
        </Answered>
      )}
    </Answered>
  )
}
