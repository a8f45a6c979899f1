import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { ShownPeriod } from '../../../../../src/http/console/contract/stations/equipment.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { MoreMenu } from '../../../parts/buttons/more-menu.tsx'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { CellDetail } from '../../../parts/text/session-quality.tsx'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useUtc } from '../archive/use-utc.ts'
import { useRefresh } from '../use-station.ts'
import { PeriodForm } from './period-form.tsx'
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
  const { moment } = useUtc()
  const mayChange = useMay('network.change') && !station.archived
  const [edited, setEdited] = useState<ShownPeriod | 'new' | null>(null)
  const own = periods.filter((period) => period.kind === kind)
  const isAntenna = kind === 'antenna'
  const columns = [
    words.type,
    isAntenna ? words.up : words.firmware,
    words.from,
    words.until,
    words.origin,
    ...(mayChange ? [words.actions] : []),
  ]
  return (
    <Panel title={isAntenna ? words.antennas : words.receivers}>
      {own.length === 0 && <Hint>{isAntenna ? words.noAntennas : words.noReceivers}</Hint>}
      {own.length > 0 && (
        <SimpleTable
          label={isAntenna ? words.antennas : words.receivers}
          columns={columns.map((title) => ({ title, number: title === words.up }))}
          rows={own.map((period) => ({
            key: period.id,
            cells: [
              <div key="type">
                {period.radome ? `${period.type} ${period.radome}` : period.type}
                {period.serial && <CellDetail>{`${words.serial}: ${period.serial}`}</CellDetail>}
              </div>,
              isAntenna ? (period.up === null ? '—' : number(period.up, 4)) : period.firmware || '—',
              moment(period.installedAt),
              period.removedAt ? moment(period.removedAt) : words.installed,
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
  const [asked, { open, close }] = useDisclosure(false)
  const remove = async () => {
    await api.delete(at('/stations/:id/equipment/:period', { id: station.id, period: period.id }))
    notify(words.removed)
    await refresh()
  }
  return (
    <>
      <MoreMenu label={words.actionsOf(period.type)}>
        <Menu.Item onClick={onChange}>{words.change}</Menu.Item>
        <Menu.Item color="red.9" onClick={open}>
          {words.remove}
        </Menu.Item>
      </MoreMenu>
      <Confirm
        opened={asked}
        title={words.removeTitle(period.type)}
        consequence={words.removeConsequence}
        action={words.remove}
        onConfirm={remove}
        onClose={close}
      />
    </>
  )
}
