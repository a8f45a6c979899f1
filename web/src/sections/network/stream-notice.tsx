import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { usePartWords } from '../../words/common.ts'

/** A stream that comes back within this is not worth a word. */
const PATIENCE_MS = 4_000

export function StreamNotice({ connected }: { connected: boolean }) {
  const words = usePartWords()
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (connected) return
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [connected])
  return (
    <div role="status">
      {long && (
        <Alert color="orange" variant="light" py="xs">
          {words.offline}
        </Alert>
      )}
    </div>
  )
}
