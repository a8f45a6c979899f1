import { Group, NumberInput, Text, TextInput } from '@mantine/core'
import type { ShownPeriod } from '../../../../../src/http/console/contract/stations/equipment.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { api, at } from '../../../service/api.ts'
import { useRefresh } from '../use-station.ts'
import { utcText, utcTime } from './utc.ts'
import { useEquipmentWords } from './words.ts'

interface Props {
  readonly station: StationDetail
  readonly kind: ShownPeriod['kind']
  /** `null` for new equipment. */
  readonly period: ShownPeriod | null
  readonly onClose: () => void
}

type Metres = number | string

const metresOf = (value: Metres): number | null => (value === '' ? null : Number(value))

export function PeriodForm({ station, kind, period, onClose }: Props) {
  const words = useEquipmentWords()
  const refresh = useRefresh()
  const form = useFields(
    {
      type: period?.type ?? '',
      serial: period?.serial ?? '',
      firmware: period?.firmware ?? '',
      radome: period?.radome ?? '',
      up: (period?.up ?? '') as Metres,
      east: (period?.east ?? '') as Metres,
      north: (period?.north ?? '') as Metres,
      installedAt: utcText(period?.installedAt ?? new Date().toISOString()),
      removedAt: utcText(period?.removedAt ?? null),
    },
    ({ up, east, north, installedAt, removedAt, ...texts }) => {
      const times = { installedAt: utcTime(installedAt)!, removedAt: utcTime(removedAt) }
      const body = { ...texts, ...times, up: metresOf(up), east: metresOf(east), north: metresOf(north) }
      return period === null
        ? api.post(at('/stations/:id/equipment', station), { kind, ...body })
        : api.patch(at('/stations/:id/equipment/:period', { id: station.id, period: period.id }), body)
    },
    async () => {
      notify(words.saved)
      onClose()
      await refresh()
    },
  )
  const isAntenna = kind === 'antenna'
  return (
    <FormDialog
      form={form}
      opened
      title={period === null ? words.add[kind] : words.changeTitle(period.type)}
      action={words.save}
      onClose={onClose}
    >
      {period === null && <Text size="sm">{words.addHint}</Text>}
      <TextInput {...form.text('type')} label={words.type} description={words.typeHint[kind]} required />
      <TextInput {...form.text('serial')} label={words.serial} />
      {isAntenna ? (
        <>
          <TextInput {...form.text('radome')} label={words.radome} description={words.radomeHint} />
          <NumberInput {...form.value('up')} label={words.up} description={words.upHint} decimalScale={4} />
          <Group grow>
            <NumberInput {...form.value('east')} label={words.east} decimalScale={4} />
            <NumberInput {...form.value('north')} label={words.north} decimalScale={4} />
          </Group>
        </>
      ) : (
        <TextInput {...form.text('firmware')} label={words.firmware} />
      )}
      <DateField {...form.text('installedAt')} type="datetime-local" label={words.fromUtc} required />
      <DateField
        {...form.text('removedAt')}
        type="datetime-local"
        label={words.untilUtc}
        description={words.untilHint}
      />
    </FormDialog>
  )
}
