import { Anchor, Box, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Attention, Overview } from '../../../../src/console/contract/network.ts'
import { Panel } from '../../parts/panel.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { Simulated } from '../../parts/text/simulated.tsx'
import { type Permission, useMe } from '../../session.tsx'
import { useNetworkWords } from './words.ts'

const ICONS = { critical: IconAlertCircle, warning: IconAlertTriangle, note: IconInfoCircle }
const COLOURS = { critical: 'var(--mark-bad)', warning: 'var(--mark-poor)', note: 'var(--mark-unknown)' }

/** What needs somebody, worst first, each with the way there. */
export function AttentionPanel({ overview }: { overview: Overview }) {
  const words = useNetworkWords()
  const { attention, attentionLeftOut } = overview
  return (
    <Panel title={words.attention}>
      {attention.length === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={20} color="var(--mark-good)" aria-hidden />
          <Text size="sm">{words.allWell}</Text>
        </Group>
      ) : (
        <Box mah={400} style={{ overflow: 'auto' }} tabIndex={0}>
          <List listStyleType="none" spacing="sm">
            {attention.map((item) => (
              <Item key={`${item.kind} ${item.id ?? item.name}`} item={item} />
            ))}
          </List>
          {attentionLeftOut > 0 && <Text size="sm">{words.leftOut(attentionLeftOut)}</Text>}
        </Box>
      )}
    </Panel>
  )
}

function Item({ item }: { item: Attention }) {
  const words = useNetworkWords()
  const Icon = ICONS[item.severity]
  const text = words.kinds[item.kind](item.name ?? '')
  const href = useHref(item)
  return (
    <List.Item>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Icon
          size={18}
          color={COLOURS[item.severity]}
          aria-label={words.severity[item.severity]}
          role="img"
          style={{ flexShrink: 0 }}
        />
        <Stack gap={0} miw={0}>
          <Text size="sm" component="div">
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
        </Stack>
      </Group>
    </List.Item>
  )
}

/** Null: nowhere that this user may go. */
function useHref({ kind, id }: Attention): string | null {
  const { permissions } = useMe()
  const to = (needed: Permission, path: string) => (permissions.includes(needed) ? path : null)
  if (kind === 'no_stations') return to('network.change', '/stations/new')
  if (kind === 'upstream_silent') return to('settings.read', '/settings')
  if (kind === 'no_caster' || kind === 'mails_failed' || kind === 'clock_skewed') return to('system.read', '/system')
  return kind.startsWith('webhook') ? to('webhooks.read', `/platform/webhooks/${id}`) : `/stations/${id}`
}
