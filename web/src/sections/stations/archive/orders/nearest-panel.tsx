// Orders files of the nearest station that has the window of a rover. A RINEX file of the rover fills in the form.
import { Box, Button, FileButton, Group, Select, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Form } from '../../../../parts/forms/form.tsx'
import { useFields } from '../../../../parts/forms/use-fields.ts'
import { notify } from '../../../../parts/notify.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { ProblemPanel } from '../../../../parts/problem-panel.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { useRenew } from '../../../../service/answers.ts'
import { api } from '../../../../service/api.ts'
import { INTERVALS, TimeField } from '../order-panel.tsx'
import { fieldText, timeIn } from '../use-utc.ts'
import { useArchiveWords } from '../words.ts'

const EMPTY = { lat: '', lng: '', from: '', until: '', intervalS: '1' as (typeof INTERVALS)[number] }
const FORMAT = { version: '3.05', constellations: null, navigation: true, hatanaka: true } as const

export function NearestPanel() {
  const words = useArchiveWords()
  const renew = useRenew()
  const form = useFields(
    EMPTY,
    ({ lat, lng, from, until, intervalS }) =>
      api.post('/rinex', {
        ...FORMAT,
        ...{ lat: Number(lat), lng: Number(lng), intervalS: Number(intervalS) },
        from: timeIn(from)!.toISOString(),
        to: timeIn(until)!.toISOString(),
      }),
    ({ order }) => {
      notify(words.orderedFrom(order.station.code))
      void renew('/rinex')
    },
  )
  const { values, set } = form
  const reading = useMutation({
    mutationFn: (file: File) => api.upload('/rinex/rover', {}, 'application/octet-stream', file),
    onSuccess({ lat, lng, from, to }) {
      set('lat', lat.toFixed(6))
      set('lng', lng.toFixed(6))
      set('from', fieldText(new Date(from)))
      set('until', fieldText(new Date(to)))
    },
  })
  const isDegrees = (text: string, most: number) => text.trim() !== '' && Math.abs(Number(text)) <= most
  const isGood =
    isDegrees(values.lat, 90) &&
    isDegrees(values.lng, 180) &&
    timeIn(values.from) !== null &&
    timeIn(values.until) !== null
  const degrees = (name: 'lat' | 'lng') => (
    <TextInput
      label={words[name]}
      inputMode="decimal"
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      error={form.faultOf(name)}
    />
  )
  return (
    <Panel title={words.nearest}>
      <Hint>{words.nearestHint}</Hint>
      <Box>
        <FileButton onChange={(file) => file && reading.mutate(file)}>
          {(props) => (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={reading.isPending}
              {...props}
            >
              {words.readRover}
            </Button>
          )}
        </FileButton>
      </Box>
      {reading.error && <ProblemPanel error={reading.error} />}
      <Form form={form} action={words.orderButton} complete={isGood}>
        <Group grow align="start">
          {degrees('lat')}
          {degrees('lng')}
        </Group>
        <Group grow align="start">
          <TimeField label={words.from} value={values.from} onChange={(text) => set('from', text)} />
          <TimeField
            label={words.to}
            value={values.until}
            onChange={(text) => set('until', text)}
            error={form.faultOf('until')}
          />
        </Group>
        <Select
          label={words.interval}
          data={INTERVALS.map((value) => ({ value, label: words.intervalS(value) }))}
          value={values.intervalS}
          onChange={(value) => set('intervalS', (value ?? '1') as typeof values.intervalS)}
          error={form.faultOf('intervalS')}
          allowDeselect={false}
        />
      </Form>
    </Panel>
  )
}
