import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useShellWords } from '../../words/common.ts'
import type { Reach } from './reach.ts'

/** Says that customers cannot reach an address. Renders nothing for a public one. */
export function AddressWarning({ which, reach }: { which: 'caster' | 'web'; reach: Reach }) {
  const { addresses: words } = useShellWords()
  if (reach === 'public') return null
  return (
    <Alert color="red" p="xs" icon={<IconPlugConnectedX aria-hidden />}>
      {words.warnings[which][reach]}
    </Alert>
  )
}
