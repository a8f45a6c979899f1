import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownPeriod } from '../../../../../src/http/console/contract/stations/equipment.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useRefresh } from '../use-station.ts'
import { PeriodForm } from './period-form.tsx'
import { utcShown } from './utc.ts'
import { useEquipmentWords } from './words.ts'

interface Props {
  readonly station: StationDetail
  readonly kind: ShownPeriod['kind']
  /** Receivers and antennas. */
  readonly periods: readonly ShownPeriod[]
}

export function HistoryPanel({ station, kind, periods }: Props) {
  const words = useEquipmentWords()
  const { number } = useFigures()
  const mayChange = useMay('network.change') && !station.archived
  const [edited, setEdited] = useState<ShownPeriod | 'new' | null>(null)
  const own = periods.filter((period) => period.kind === kind)
  const isAntenna = kind === 'antenna'
  const columns = [
    words.type,
    words.serial,
    isAntenna ? words.up : words.firmware,
    words.from,
    words.until,
    words.origin,
    ...(mayChange ? [words.actions] : []),
  ]
  return (
    <Panel title={isAntenna ? words.antennas : words.receivers}>
      {own.length === 0 && (
        <Text size="sm" c="dimmed">
          {isAntenna ? words.noAntennas : words.noReceivers}
        </Text>
      )}
      {own.length > 0 && (
        <SimpleTable
          label={isAntenna ? words.antennas : words.receivers}
          columns={columns.map((title) => ({ title, number: title === words.up }))}
          rows={own.map((period) => ({
            key: period.id,
            cells: [
              period.radome ? `${period.type} ${period.radome}` : period.type,
              period.serial || '—',
              isAntenna ? (period.up === null ? '—' : number(period.up, 4)) : period.firmware || '—',
              utcShown(period.installedAt),
              period.removedAt ? utcShown(period.removedAt) : words.installed,
              words.origins[period.origin],
              ...(mayChange
                ? [<RowActions key="actions" station={station} period={period} onChange={() => setEdited(period)} />]
                : []),
            ],
          }))}
        />
      )}
      {mayChange && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setEdited('new')}>
          {words.add[kind]}
        </Button>
      )}
      {edited && (
        <PeriodForm
          key={edited === 'new' ? 'new' : edited.id}
          station={station}
          kind={kind}
          period={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}

function RowActions({
  station,
  period,
  onChange,
}: {
  station: StationDetail
  period: ShownPeriod
  onChange: () => void
}) {
  const words = useEquipmentWords()
  const refresh = useRefresh()
  const remove = async () => {
    await api.delete(at('/stations/:id/equipment/:period', { id: station.id, period: period.id }))
    notify(words.removed)
    await refresh()
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-sm" variant="subtle" aria-label={words.changeLabel(period.type)} onClick={onChange}>
        {words.change}
      </Button>
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        color="red.9"
        action={words.remove}
        title={words.removeTitle(period.type)}
        consequence={words.removeConsequence}
        onConfirm={remove}
      />
    </Group>
  )
}
