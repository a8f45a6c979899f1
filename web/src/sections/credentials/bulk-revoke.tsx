// What can be done with the selected rows: revoke them, with one confirmation and one call.

import { Button, Group, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Credential } from '../../../../src/console/contract/credentials.ts'
import { useRenew } from '../../answers.ts'
import { api } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { notify } from '../../parts/notify.ts'
import { usePartWords } from '../../words/common.ts'
import { useCredentialWords } from './words.ts'

const MOST_AT_ONCE = 1_000
const NAMED = 10

/** The first of them; a thousand names nobody reads. */
const namesOf = (credentials: readonly Credential[]) =>
  credentials
    .slice(0, NAMED)
    .map(({ username }) => username)
    .join(', ') + (credentials.length > NAMED ? ', …' : '')

export function BulkRevoke({
  rows,
  selected,
  select,
}: {
  rows: readonly Credential[]
  selected: ReadonlySet<number>
  select: (ids: ReadonlySet<number>) => void
}) {
  const words = useCredentialWords()
  const parts = usePartWords()
  const renew = useRenew()
  const [asked, { open, close }] = useDisclosure(false)
  // What is not shown any more is not revoked by accident.
  const chosen = rows.filter(({ id }) => selected.has(id))
  if (chosen.length === 0) return null
  const active = chosen.filter(({ state }) => state === 'in_force' || state === 'scheduled')
  const rovers = active.reduce((sum, { connected }) => sum + connected, 0)
  const revoke = async () => {
    const { revoked } = await api.post('/credentials/revoke', { ids: chosen.map(({ id }) => id) })
    notify(words.revokedMany(revoked))
    select(new Set())
    await renew('/credentials')
  }
  return (
    <Paper withBorder p="xs" role="region" aria-label={parts.selected(chosen.length)}>
      <Group gap="sm" justify="space-between">
        <Text size="sm" fw={600}>
          {parts.selected(chosen.length)}
          {chosen.length > MOST_AT_ONCE && ` · ${words.tooMany(MOST_AT_ONCE)}`}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => select(new Set())}>
            {words.clearSelection}
          </Button>
          <Button
            size="compact-sm"
            color="red.9"
            disabled={active.length === 0 || chosen.length > MOST_AT_ONCE}
            onClick={open}
          >
            {words.revokeMany(active.length)}
          </Button>
        </Group>
      </Group>
      <Confirm
        opened={asked}
        title={words.revokeMany(active.length)}
        consequence={
          <>
            <Text size="sm">{words.revokeManyConsequence(active.length, rovers, chosen.length - active.length)}</Text>
            <Text size="sm" mt="xs" className="code">
              {namesOf(active)}
            </Text>
          </>
        }
        action={words.revokeMany(active.length)}
        onConfirm={revoke}
        onClose={close}
      />
    </Paper>
  )
}
