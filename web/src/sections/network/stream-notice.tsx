import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { usePartWords } from '../../words/common.ts'

/** Shorter interruptions of the event stream are not reported. */
const TIMEOUT_MS = 4_000

export function StreamNotice({ connected }: { connected: boolean }) {
  const words = usePartWords()
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (connected) return
    const timer = setTimeout(() => setLong(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [connected])
  return (
    // Without a notice it takes no place in the page.
    <div role="status" style={long ? undefined : { position: 'absolute' }}>
      {long && (
        <Alert color="orange" variant="light" py="xs">
          {words.offline}
        </Alert>
      )}
    </div>
  )
}
