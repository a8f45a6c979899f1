import { Anchor, Box, Group, List, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Attention, Overview } from '../../../../src/http/console/contract/network/network.ts'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session/session.tsx'
import { AcknowledgeAll, AcknowledgeButton, AcknowledgedBy } from '../alerts/acknowledge.tsx'
import { useDecided } from '../alerts/decided.ts'
import { MailNotice } from '../alerts/mail-notice.tsx'
import { SeverityIcon } from '../alerts/severity-icon.tsx'
import { useAttentionHref, useAttentionText } from '../alerts/use-attention.ts'
import { useAlertWords } from '../alerts/words.ts'
import { useNetworkWords } from './words.ts'

/** Conditions that need an operator, worst first, with links. */
export function AttentionPanel({ overview }: { overview: Overview }) {
  const words = useNetworkWords()
  const alertWords = useAlertWords()
  const mayChange = useMay('network.change')
  const seesAlerts = useMay('system.read')
  const decided = useDecided()
  const { attentionLeftOut } = overview
  const attention = overview.attention.map((item) => ({ ...item, alert: item.alert && decided(item.alert) }))
  const open = attention.flatMap(({ alert }) => (alert && alert.acknowledgedAt === null ? alert.id : []))
  return (
    <Panel title={words.attention}>
      {attention.length === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={20} color="var(--mark-good)" aria-hidden />
          <Text size="sm">{words.allWell}</Text>
        </Group>
      ) : (
        <Box mah={400} style={{ overflow: 'auto' }} tabIndex={0}>
          <List
            listStyleType="none"
            spacing="sm"
            styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
          >
            {attention.map((item) => (
              <Item key={`${item.kind} ${item.id ?? item.name}`} item={item} />
            ))}
          </List>
          {attentionLeftOut > 0 && <Text size="sm">{words.leftOut(attentionLeftOut)}</Text>}
        </Box>
      )}
      <MailNotice />
      {seesAlerts && (
        <Group justify="space-between" gap="xs">
          <Anchor component={Link} href="/alerts" size="sm">
            {alertWords.all}
          </Anchor>
          {mayChange && open.length > 1 && <AcknowledgeAll ids={open} />}
        </Group>
      )}
    </Panel>
  )
}

function Item({ item }: { item: Attention }) {
  const { alert } = item
  const text = useAttentionText()(item)
  const href = useAttentionHref()(item)
  const mayChange = useMay('network.change')
  const isKnown = alert !== null && alert.acknowledgedAt !== null
  return (
    <List.Item>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <SeverityIcon severity={item.severity} isQuiet={isKnown} />
        <Stack gap={2} miw={0} flex={1}>
          <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
            {href ? (
              <Anchor component={Link} href={href} inherit>
                {text}
              </Anchor>
            ) : (
              text
            )}{' '}
            {item.simulated && <Simulated />}
          </Text>
          {item.since && (
            <Text size="xs" c="dimmed" component="div">
              <Moment at={item.since} />
            </Text>
          )}
          {isKnown && <AcknowledgedBy alert={alert} what={text} mayUndo />}
        </Stack>
        {alert && !isKnown && mayChange && <AcknowledgeButton id={alert.id} what={text} />}
      </Group>
    </List.Item>
  )
}
