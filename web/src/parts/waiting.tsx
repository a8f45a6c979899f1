import { Center, Loader } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { usePartWords } from '../words/common.ts'

const TIMEOUT_MS = 300

/** Shows the spinner only after a delay, because a spinner that flashes distracts. */
export function Waiting() {
  const [long, setLong] = useState(false)
  useTimeout(() => setLong(true), TIMEOUT_MS, { autoInvoke: true })
  const words = usePartWords()
  return (
    <Center mih={160} role="status" aria-label={words.loading}>
      {long && <Loader size="sm" />}
    </Center>
  )
}
