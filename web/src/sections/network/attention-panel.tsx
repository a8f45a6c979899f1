import { ActionIcon, Anchor, Badge, Box, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { Attention, Overview } from '../../../../src/http/console/contract/network/network.ts'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session/session.tsx'
import { AcknowledgeAll, AcknowledgeButton, AcknowledgedBy } from '../alerts/acknowledge.tsx'
import { useDecided } from '../alerts/decided.ts'
import { MailNotice } from '../alerts/mail-notice.tsx'
import { SeverityIcon } from '../alerts/severity-icon.tsx'
import { useAttentionHref, useAttentionText } from '../alerts/use-attention.ts'
import { useAlertWords } from '../alerts/words.ts'
import classes from './network.module.css'
import { useNetworkWords } from './words.ts'

/** Conditions that need an operator, worst first, with links. It can be folded, because it covers a part of the map. */
export function AttentionPanel({ overview }: { overview: Overview }) {
  const words = useNetworkWords()
  const alertWords = useAlertWords()
  const mayChange = useMay('network.change')
  const seesAlerts = useMay('system.read')
  const decided = useDecided()
  const id = useId()
  const [folded, setFolded] = useState(false)
  const { attentionLeftOut } = overview
  const attention = overview.attention.map((item) => ({ ...item, alert: item.alert && decided(item.alert) }))
  const open = attention.flatMap(({ alert }) => (alert && alert.acknowledgedAt === null ? alert.id : []))
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={id} className={classes.attention ?? ''}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Title order={2} size="h5" id={id}>
            {words.attention}
          </Title>
          {attention.length > 0 && (
            <Badge color="gray" variant="light" c="var(--mantine-color-text)">
              {attention.length + attentionLeftOut}
            </Badge>
          )}
        </Group>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={folded ? words.unfoldAttention : words.foldAttention}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
        </ActionIcon>
      </Group>
      {folded ? null : attention.length === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={20} color="var(--mark-good)" aria-hidden />
          <Text size="sm">{words.allWell}</Text>
        </Group>
      ) : (
        <Box className={classes.list ?? ''} tabIndex={0}>
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
      {!folded && <MailNotice />}
      {!folded && seesAlerts && (
        <Group justify="space-between" gap="xs">
          <Anchor component={Link} href="/alerts" size="sm">
            {alertWords.all}
          </Anchor>
          {mayChange && open.length > 1 && <AcknowledgeAll ids={open} />}
        </Group>
      )}
    </Paper>
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
