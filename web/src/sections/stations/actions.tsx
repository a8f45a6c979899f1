import { Button, Group } from '@mantine/core'
import { IconArchive, IconPencil, IconRestore, IconTool } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { api } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useMay } from '../../session.tsx'
import { STATIONS_PATH, type StationAnswer } from './types.ts'
import { useRefresh } from './use-station.ts'
import { useStationWords } from './words.ts'

/** Maintenance needs no question: the same button ends it. */
export function StationActions({ answer }: { answer: StationAnswer }) {
  const words = useStationWords()
  const search = useSearch()
  const refresh = useRefresh()
  const mayChange = useMay('network.change')
  const [archiving, setArchiving] = useState(false)
  const { id, code, archived, declaredStatus } = answer.station
  const inMaintenance = declaredStatus === 'maintenance'
  const maintain = useMutation({
    mutationFn: () => api.post(`/stations/${id}/maintenance`, { on: !inMaintenance }),
    onSuccess: async () => {
      notify(inMaintenance ? words.maintenanceEnded(code) : words.maintenanceBegan(code))
      await refresh()
    },
  })
  const restore = useMutation({
    mutationFn: () => api.post(`/stations/${id}/restore`),
    onSuccess: async () => {
      notify(words.restored(code))
      await refresh()
    },
  })
  const error = maintain.error ?? restore.error
  if (!mayChange) return null
  if (archived)
    return (
      <>
        <Button
          size="xs"
          leftSection={<IconRestore size={16} aria-hidden />}
          loading={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {words.restore}
        </Button>
        {error && <ProblemPanel error={error} />}
      </>
    )
  return (
    <>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTool size={16} aria-hidden />}
          loading={maintain.isPending}
          onClick={() => maintain.mutate()}
        >
          {inMaintenance ? words.maintenanceOff : words.maintenanceOn}
        </Button>
        <Button
          size="xs"
          variant="default"
          component={Link}
          href={`${STATIONS_PATH}/${id}/edit${search && `?${search}`}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {words.edit}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={() => setArchiving(true)}
        >
          {words.archive}
        </Button>
      </Group>
      {error && <ProblemPanel error={error} />}
      <Confirm
        opened={archiving}
        title={words.archiveTitle(code)}
        consequence={words.archiveConsequence(answer.rovers)}
        action={words.archive}
        onClose={() => setArchiving(false)}
        onConfirm={async () => {
          await api.delete(`/stations/${id}`)
          notify(words.archived(code))
          await refresh()
        }}
      />
    </>
  )
}
