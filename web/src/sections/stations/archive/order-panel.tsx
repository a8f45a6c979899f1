// Orders files of a window. Users who may not order see what the window contains.

import { Chip, Group, Input, Select, Switch } from '@mantine/core'
import type { RinexOrder } from '../../../../../src/http/console/contract/stations/rinex.ts'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { HOUR_MS } from './hours.ts'
import type { ChosenWindow } from './window.ts'
import { WindowFacts } from './window-facts.tsx'
import { useArchiveWords } from './words.ts'

type Constellation = NonNullable<RinexOrder['constellations']>[number]
export const INTERVALS = ['1', '5', '10', '15', '30', '60'] as const
const VERSIONS: readonly RinexOrder['version'][] = ['3.05', '4.02', '2.11']
const CONSTELLATIONS: readonly Constellation[] = ['GPS', 'GLO', 'GAL', 'BDS', 'QZSS', 'SBAS', 'NAVIC']
const LONG_FROM_S = 15
const DAY_MS = 24 * HOUR_MS

const FIRST = {
  intervalS: '30' as (typeof INTERVALS)[number],
  version: '3.05' as RinexOrder['version'],
  constellations: [] as readonly string[],
  navigation: true,
  hatanaka: true,
}

interface Props {
  readonly stationId: number
  readonly window: ChosenWindow
}

export function OrderPanel({ stationId, window: { fields, chosen, fault } }: Props) {
  const words = useArchiveWords()
  const mayOrder = useMay('orders.change')
  const renew = useRenew()
  const form = useFields(
    FIRST,
    ({ intervalS, constellations, ...format }) =>
      api.post('/rinex', {
        ...format,
        stationId,
        from: chosen!.from.toISOString(),
        to: chosen!.to.toISOString(),
        intervalS: Number(intervalS),
        constellations:
          constellations.length === 0 ? null : CONSTELLATIONS.filter((one) => constellations.includes(one)),
      }),
    () => {
      notify(words.ordered)
      void renew('/rinex')
    },
  )
  const { values, set } = form
  const isTooLong =
    chosen !== null && Number(values.intervalS) < LONG_FROM_S && chosen.to.getTime() - chosen.from.getTime() > DAY_MS
  const problem = fault ? words[fault] : isTooLong ? words.shortIntervals : null
  const isGood = chosen !== null && problem === null
  const inside = (
    <>
      <Group grow align="start">
        <TimeField label={words.from} value={fields.from} onChange={fields.setFrom} />
        <TimeField
          label={words.to}
          value={fields.to}
          onChange={fields.setTo}
          error={problem ?? form.faultOf('until')}
        />
      </Group>
      <Group grow align="start">
        <Select
          label={words.interval}
          data={INTERVALS.map((value) => ({ value, label: words.intervalS(value) }))}
          value={values.intervalS}
          onChange={(value) => set('intervalS', (value ?? '30') as typeof values.intervalS)}
          error={form.faultOf('intervalS')}
          allowDeselect={false}
        />
        {mayOrder && (
          <Select
            label={words.version}
            data={VERSIONS}
            value={values.version}
            onChange={(value) => set('version', (value ?? '3.05') as typeof values.version)}
            allowDeselect={false}
          />
        )}
      </Group>
      {mayOrder && (
        <>
          <Input.Wrapper label={words.constellations} description={words.constellationsHint} labelElement="div">
            <Chip.Group
              multiple
              value={[...values.constellations]}
              onChange={(chosen: string[]) => set('constellations', chosen)}
            >
              <Group gap="xs" mt={8} role="group" aria-label={words.constellations}>
                {CONSTELLATIONS.map((one) => (
                  <Chip key={one} value={one} size="xs" variant="outline">
                    {one}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <Switch {...form.flag('navigation')} label={words.navigation} />
          <Switch {...form.flag('hatanaka')} label={words.hatanaka} />
        </>
      )}
      {isGood ? (
        <WindowFacts stationId={stationId} {...chosen} intervalS={values.intervalS} hatanaka={values.hatanaka} />
      ) : (
        <Hint>{words.chooseWindow}</Hint>
      )}
    </>
  )
  return (
    <Panel title={mayOrder ? words.order : words.window}>
      {mayOrder ? (
        <Form form={form} action={words.orderButton} complete={isGood}>
          {inside}
        </Form>
      ) : (
        inside
      )}
    </Panel>
  )
}

interface TimeProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | null | undefined
}

export const TimeField = ({ label, value, onChange, error = null }: TimeProps) => (
  <DateField
    type="datetime-local"
    label={label}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
