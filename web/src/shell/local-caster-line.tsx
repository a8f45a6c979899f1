import { Button, Group, Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay, useMe } from '../session/session.tsx'
import { useShellWords } from '../words/common.ts'

const CasterAddressDialog = lazy(() =>
  import('./dialogs/caster-address-dialog.tsx').then((module) => ({ default: module.CasterAddressDialog })),
)

/** A warning on every page while the caster's public address is local, which customers cannot reach. */
export function LocalCasterLine() {
  const { caster: words } = useShellWords()
  const { network } = useMe()
  const sees = useMay('settings.read')
  const mayChange = useMay('settings.change')
  const [opened, setOpened] = useState(false)
  if (!network.casterIsLocal || !sees) return null
  return (
    <Paper withBorder px="md" py="xs" mb="md" role="status" style={{ borderColor: 'var(--mark-bad)' }}>
      <Group gap="sm" wrap="nowrap">
        <IconPlugConnectedX size={20} aria-hidden color="var(--mark-bad)" style={{ flexShrink: 0 }} />
        <Group justify="space-between" gap="xs" style={{ flex: 1 }}>
          <Text size="sm" style={{ flex: '1 1 16rem' }} c="var(--mantine-color-error)">
            {words.local} {!mayChange && words.askAdministrator}
          </Text>
          {mayChange && (
            <Button size="xs" color="red.9" onClick={() => setOpened(true)}>
              {words.fix}
            </Button>
          )}
        </Group>
      </Group>
      <Suspense>{opened && <CasterAddressDialog onClose={() => setOpened(false)} />}</Suspense>
    </Paper>
  )
}
