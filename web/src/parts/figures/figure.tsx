// A current value, with the change since yesterday if that is known.
import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Hint } from '../text/hint.ts'
import classes from './figure.module.css'

interface Props {
  readonly label: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  /** The change since yesterday, as text. */
  readonly change?: string | null
  readonly href?: string
  /** Smaller, for a strip of several. */
  readonly dense?: boolean
  readonly children?: ReactNode
}

export function Figure({ label, value, detail, change = null, href, dense = false, children }: Props) {
  return (
    <Paper withBorder p={dense ? 'sm' : 'md'} miw={0} className={classes.box ?? ''}>
      <Stack gap={2}>
        <Hint fw={500}>
          {href ? (
            <Link href={href} className={classes.link}>
              {label}
            </Link>
          ) : (
            label
          )}
        </Hint>
        <Text fz={dense ? 24 : 30} fw={600} lh={1.2} lts="-0.02em" component="div">
          {value}
        </Text>
        {detail && (
          <Text size={dense ? 'xs' : 'sm'} component="div">
            {detail}
          </Text>
        )}
        {change && <Hint size="xs">{change}</Hint>}
        {children}
      </Stack>
    </Paper>
  )
}
