import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { MountpointForm } from './form.tsx'
import { NetworkMountpointForm } from './network-form.tsx'
import { useMountpointWords } from './words.ts'

export function NewMountpoint() {
  const words = useMountpointWords()
  const [kind, setKind] = useState<'derived' | 'network'>('derived')
  const choice = (
    <SegmentedControl
      aria-label={words.kind}
      fullWidth
      data={[
        { value: 'derived', label: words.newDerived },
        { value: 'network', label: words.newNetwork },
      ]}
      value={kind}
      onChange={setKind}
    />
  )
  return kind === 'derived' ? (
    <MountpointForm mountpoint={null} above={choice} />
  ) : (
    <NetworkMountpointForm mountpoint={null} above={choice} />
  )
}
