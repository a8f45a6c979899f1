// The top of every object: its state, its dates, its actions and, when something is wrong, the diagnosis. The title is
// that of the drawer (`DetailDrawer`) or page (`Page`) around it.
import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface Diagnosis {
  readonly tone: 'bad' | 'poor' | 'info' | 'good'
  readonly title: string
  readonly text?: ReactNode
  /** A button that solves the problem. */
  readonly action?: ReactNode
}

const COLOURS = { bad: 'red', poor: 'orange', info: 'gray', good: 'teal' } as const
const ICONS = { bad: IconAlertTriangle, poor: IconAlertTriangle, info: IconInfoCircle, good: IconCircleCheck } as const

interface Props {
  readonly state: ReactNode
  /** A second name: user name, e-mail address, organization. */
  readonly subtitle?: ReactNode
  /** A few short facts in one line: dates, amount, connected rovers. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[]
  /** The primary action first; rare and destructive ones in a `MoreMenu`. */
  readonly actions?: ReactNode
  readonly diagnosis?: Diagnosis | null | undefined
}

export function ObjectHeader({ state, subtitle, facts = [], actions, diagnosis }: Props) {
  return (
    <Stack gap="sm">
      <Stack gap={4}>
        <Group gap="sm">
          {state}
          {subtitle && (
            <Text size="sm" c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </Group>
        {facts.length > 0 && (
          <Group gap="4px 16px" component="dl" m={0}>
            {facts.map(([name, value]) => (
              <Group key={name} gap={6} wrap="nowrap">
                <Text size="sm" c="dimmed" component="dt">
                  {name}
                </Text>
                <Text size="sm" component="dd" m={0}>
                  {value}
                </Text>
              </Group>
            ))}
          </Group>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
      {diagnosis && <DiagnosisPanel {...diagnosis} />}
    </Stack>
  )
}

function DiagnosisPanel({ tone, title, text, action }: Diagnosis) {
  const Icon = ICONS[tone]
  return (
    <Alert
      color={COLOURS[tone]}
      variant="light"
      icon={<Icon aria-hidden />}
      title={title}
      role="status"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {(text || action) && (
        <Stack gap="xs" align="flex-start">
          {text && (
            <Text size="sm" component="div">
              {text}
            </Text>
          )}
          {action}
        </Stack>
      )}
    </Alert>
  )
}
