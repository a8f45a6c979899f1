import { Group } from '@mantine/core'
import { IconArchive, IconPencil, IconRestore, IconTool } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import type { WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { LinkButton } from '../../../parts/buttons/link-button.tsx'
import { notify } from '../../../parts/notify.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { STATIONS_PATH, useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'

/** Maintenance needs no confirmation: the same button ends it. */
export function StationActions({ answer }: { answer: WholeStation }) {
  const words = useStationWords()
  const search = useSearch()
  const refresh = useRefresh()
  const mayChange = useMay('network.change')
  const { id, code, archived, declaredStatus } = answer.station
  const inMaintenance = declaredStatus === 'maintenance'
  if (!mayChange) return null
  const maintain = async () => {
    await api.post(at('/stations/:id/maintenance', { id }), { on: !inMaintenance })
    notify(inMaintenance ? words.maintenanceEnded(code) : words.maintenanceBegan(code))
    await refresh()
  }
  const restore = async () => {
    await api.post(at('/stations/:id/restore', { id }))
    notify(words.restored(code))
    await refresh()
  }
  const archive = async () => {
    await api.delete(at('/stations/:id', { id }))
    notify(words.archived(code))
    await refresh()
  }
  if (archived)
    return (
      <ActButton size="xs" leftSection={<IconRestore size={16} aria-hidden />} text={words.restore} act={restore} />
    )
  return (
    <Group gap="xs">
      <ActButton
        size="xs"
        variant="default"
        leftSection={<IconTool size={16} aria-hidden />}
        text={inMaintenance ? words.maintenanceOff : words.maintenanceOn}
        act={maintain}
      />
      <LinkButton
        size="xs"
        href={`${STATIONS_PATH}/${id}/edit${search && `?${search}`}`}
        icon={IconPencil}
        text={words.edit}
      />
      <ConfirmButton
        size="xs"
        leftSection={<IconArchive size={16} aria-hidden />}
        action={words.archive}
        title={words.archiveTitle(code)}
        consequence={words.archiveConsequence(answer.rovers)}
        onConfirm={archive}
      />
    </Group>
  )
}
