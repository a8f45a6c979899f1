import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useAnswer } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import { AddressWarning } from './address-warning.tsx'
import { WebAddressDialog } from './web-address-dialog.tsx'

/** The web address among the settings: shown, with how to change it. */
export function WebAddressPanel({ settings: { webUrl, reach } }: { settings: Settings }) {
  const { addresses: words } = useShellWords()
  const [opened, setOpened] = useState(false)
  return (
    <Panel title={words.webTitle}>
      <Text size="sm">
        {words.webHint} {words.webNow} <span className="code">{webUrl}</span>
      </Text>
      <AddressWarning which="web" reach={reach.web} />
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpened(true)}>
        {words.webChange}
      </Button>
      {opened && <WebAddressDialog onClose={() => setOpened(false)} />}
    </Panel>
  )
}

/** Both addresses that customers receive, on the system page. */
export function AddressesPanel() {
  const { addresses: words } = useShellWords()
  const { data } = useAnswer('/settings', { enabled: useMay('settings.read') })
  if (!data) return null
  const { network, defaults, webUrl, reach } = data
  const caster = `${network.casterHost ?? defaults.casterHost}:${network.casterPort ?? defaults.casterPort}`
  return (
    <Panel title={words.title}>
      <Facts
        facts={[
          [words.caster, <Code key="caster" text={caster} />],
          [words.web, <Code key="web" text={webUrl} />],
        ]}
      />
      <AddressWarning which="caster" reach={reach.caster} />
      <AddressWarning which="web" reach={reach.web} />
    </Panel>
  )
}

const Code = ({ text }: { text: string }) => <span className="code">{text}</span>
