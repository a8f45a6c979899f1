import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Box key={name} className={classes.fact ?? ''}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" className={classes.value ?? ''}>
            {value}
          </Text>
        </Box>
      ))}
    </dl>
  )
}
