import { Button, Group, Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay, useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import { useLocalForNow } from './local-for-now.ts'

const CasterAddressDialog = lazy(() =>
  import('./caster-address-dialog.tsx').then((module) => ({ default: module.CasterAddressDialog })),
)
const WebAddressDialog = lazy(() =>
  import('./web-address-dialog.tsx').then((module) => ({ default: module.WebAddressDialog })),
)

/** A warning on every page while customers receive addresses that they cannot reach. */
export function AddressLine() {
  const { addresses: words } = useShellWords()
  const { network } = useMe()
  const sees = useMay('settings.read')
  const mayChange = useMay('settings.change')
  const [opened, setOpened] = useState(false)
  const [forNow] = useLocalForNow()
  if (!network.unreachable || !sees || forNow) return null
  const { caster, web } = network.unreachable
  // The caster's address first: without it, no rover connects.
  const [which, reach] = caster === 'public' ? (['web', web] as const) : (['caster', caster] as const)
  if (reach === 'public') return null
  const Dialog = which === 'web' ? WebAddressDialog : CasterAddressDialog
  return (
    <Paper withBorder px="md" py="xs" mb="md" role="status" style={{ borderColor: 'var(--mark-bad)' }}>
      <Group gap="sm" wrap="nowrap">
        <IconPlugConnectedX size={20} aria-hidden color="var(--mark-bad)" style={{ flexShrink: 0 }} />
        <Group justify="space-between" gap="xs" style={{ flex: 1 }}>
          <Text size="sm" style={{ flex: '1 1 16rem' }} c="var(--mantine-color-error)">
            {words.warnings[which][reach]} {!mayChange && words.askAdministrator}
          </Text>
          {mayChange && (
            <Button size="xs" color="red.9" onClick={() => setOpened(true)}>
              {words.fix}
            </Button>
          )}
        </Group>
      </Group>
      <Suspense>{opened && <Dialog onClose={() => setOpened(false)} />}</Suspense>
    </Paper>
  )
}
