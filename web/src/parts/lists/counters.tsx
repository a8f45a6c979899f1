import { Box, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFigures } from '../text/figures.ts'
import classes from './listing.module.css'

export interface Counter {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly count: number
  /** The service stopped counting at `count`. */
  readonly more?: boolean
  readonly isOn: boolean
  readonly toggle: () => void
}

/** The sizes of a list's views. A click shows one of them, a second click the whole list again. */
export function Counters({ label, of }: { label: string; of: readonly Counter[] }) {
  const { number } = useFigures()
  return (
    <Box className={classes.counters ?? ''} role="group" aria-label={label}>
      {of.map(({ key, label, icon, count, more = false, isOn, toggle }) => (
        <UnstyledButton key={key} className={classes.counter ?? ''} aria-pressed={isOn} onClick={toggle}>
          {icon}
          <b>{more ? `${number(count)}+` : number(count)}</b> {label}
        </UnstyledButton>
      ))}
    </Box>
  )
}
