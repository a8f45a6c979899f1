import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Attention } from '../../../../src/http/console/contract/network/network.ts'
import { useNetworkWords } from '../network/words.ts'

const ICONS = { critical: IconAlertCircle, warning: IconAlertTriangle, note: IconInfoCircle }
const COLOURS = { critical: 'var(--mark-bad)', warning: 'var(--mark-poor)', note: 'var(--mark-unknown)' }

/** `isQuiet` if the alert has ended or is acknowledged. */
export function SeverityIcon({ severity, isQuiet = false }: { severity: Attention['severity']; isQuiet?: boolean }) {
  const words = useNetworkWords()
  const Icon = ICONS[severity]
  return (
    <Icon
      size={18}
      color={isQuiet ? COLOURS.note : COLOURS[severity]}
      aria-label={words.severity[severity]}
      role="img"
      style={{ flexShrink: 0 }}
    />
  )
}
