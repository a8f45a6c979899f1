// One figure of the moment, and what it was a day ago where that is known.
import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Simulated } from '../text/simulated.tsx'
import classes from './figure.module.css'

interface Props {
  readonly label: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  /** Since yesterday, in words. */
  readonly change?: string | null
  readonly href?: string
  readonly simulated?: boolean
  readonly children?: ReactNode
}

export function Figure({ label, value, detail, change = null, href, simulated = false, children }: Props) {
  return (
    <Paper withBorder p="md" miw={0} className={classes.box ?? ''}>
      <Stack gap={2}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {href ? (
              <Link href={href} className={classes.link}>
                {label}
              </Link>
            ) : (
              label
            )}
          </Text>
          {simulated && <Simulated />}
        </Group>
        <Text fz={28} fw={600} lh={1.2} component="div">
          {value}
        </Text>
        {detail && (
          <Text size="sm" component="div">
            {detail}
          </Text>
        )}
        {change && (
          <Text size="xs" c="dimmed">
            {change}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  )
}
