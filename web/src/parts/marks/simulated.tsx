// Labels simulated data: one band that stays in view, plus a badge beside each simulated thing if some things are real.
import { Alert, Badge, Text, Tooltip } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { createContext, use } from 'react'
import type { Me } from '../../../../src/http/console/contract/people/people.ts'
import { usePartWords } from '../../words/common.ts'
import classes from './simulated.module.css'

type Share = Me['network']['simulated']

export const SimulatedShare = createContext<Share>('none')

export function Simulated() {
  const words = usePartWords()
  if (use(SimulatedShare) === 'all') return null
  return (
    <Tooltip label={words.simulatedHint}>
      <Badge color="grape.9" variant="filled" size="sm" style={{ flexShrink: 0 }}>
        {words.simulated}
      </Badge>
    </Tooltip>
  )
}

/** A notice about one simulated thing among real ones. */
export function SimulatedNote({ text }: { text: string }) {
  return use(SimulatedShare) === 'all' ? null : <Alert color="grape">{text}</Alert>
}

/** For places without room for a badge: the word, or `null` if the band covers everything. */
export function useSimulatedWord(): string | null {
  const { simulated } = usePartWords()
  return use(SimulatedShare) === 'all' ? null : simulated
}

export function SimulatedBand() {
  const { simulatedBand: words } = usePartWords()
  const share = use(SimulatedShare)
  if (share === 'none') return null
  return (
    <div className={classes.band} role="note">
      <IconFlask size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" lh={1.3} truncate title={words[share].text}>
        <b>{words[share].title}</b>
        <span className={classes.more}> · {words[share].text}</span>
      </Text>
    </div>
  )
}
