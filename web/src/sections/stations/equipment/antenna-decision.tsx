import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Equipment } from '../../../../../src/http/console/contract/stations/equipment.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { notify } from '../../../parts/notify.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useRefresh } from '../use-station.ts'
import { useEquipmentWords } from './words.ts'

interface Props {
  readonly station: StationDetail
  readonly announced: NonNullable<Equipment['announced']>
}

/** The stream announces another antenna than the record. */
export function AntennaDecision({ station, announced: { text, state, since } }: Props) {
  const words = useEquipmentWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const decide = async (decision: 'confirm' | 'reject', message: string) => {
    await api.post(at('/stations/:id/antenna', station), { decision })
    notify(message)
    await refresh()
  }
  const confirm = (
    <ConfirmButton
      size="xs"
      harmless
      action={words.confirm}
      title={words.confirmTitle(station.code)}
      consequence={words.confirmConsequence(text)}
      onConfirm={() => decide('confirm', words.confirmed)}
    />
  )
  if (state === 'rejected')
    return (
      <Alert color="gray">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{words.rejectedNote(text)}</Text>
          {mayChange && confirm}
        </Stack>
      </Alert>
    )
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={words.pendingTitle}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {words.pending(text)} <Moment at={since} />. {words.pendingHint}
        </Text>
        {mayChange && (
          <Group gap="xs">
            {confirm}
            <ConfirmButton
              size="xs"
              harmless
              action={words.reject}
              title={words.rejectTitle(station.code)}
              consequence={words.rejectConsequence}
              onConfirm={() => decide('reject', words.rejected)}
            />
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
