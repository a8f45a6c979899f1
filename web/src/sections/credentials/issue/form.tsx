// One short form, with a sentence that says what will happen.

import {
  Accordion,
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  type SelectProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Issued } from '../../../../../src/console/contract/credentials.ts'
import { useRenew } from '../../../answers.ts'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { DaysField } from '../../../parts/forms/days-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { OwnerSelect } from '../../../parts/forms/owner-select.tsx'
import { StationSelect } from '../../../parts/forms/station-select.tsx'
import { positionIn, type TypedPosition } from '../../../parts/forms/typed-position.ts'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { DAY_S } from '../../../parts/forms/validity.ts'
import { choicesOf } from '../../../parts/lists/filters.tsx'
import { useMe } from '../../../session.tsx'
import { NO_PLACE, PlaceInput } from '../place.tsx'
import { useCredentialWords } from '../words.ts'
import { keepLastOwner, lastOwner } from './last-owner.ts'
import { IssueSentence } from './sentence.tsx'
import { dayFromNow, spanOf, startsAtOf } from './times.ts'

const MOST_DAYS_AHEAD = 180

const EMPTY = {
  ownerId: null as number | null,
  stationId: null as number | null,
  validity: '30' as keyof ReturnType<typeof useCredentialWords>['validities'],
  days: 30,
  begin: 'now' as 'now' | 'date',
  date: '',
  time: '00:00',
  customerName: '',
  customerEmail: '',
  sendEmail: false,
  label: '',
  maxSessions: 1,
  whenFull: 'replace' as Issued['whenFull'],
  place: NO_PLACE,
}

type Values = typeof EMPTY

const chosenDays = ({ validity, days }: Values) => (validity === 'other' ? days : Number(validity))

export function IssueForm({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const words = useCredentialWords()
  const { user, canMail } = useMe()
  const isOperator = user.role !== 'reseller'
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    { ...EMPTY, ownerId: user.ownerId ?? lastOwner() },
    (values) => api.post('/credentials', bodyOf(values, isOperator)),
    ({ credential }) => {
      void renew('/credentials')
      keepLastOwner(credential.ownerId)
      onIssued(credential)
      go(`/credentials/${credential.id}`)
    },
  )
  const { values, value, text, faultOf } = form
  const span = spanOf(values, chosenDays(values), new Date())
  const hasPlace = values.stationId === null
  const isPlaced = !hasPlace || positionIn(values.place) !== undefined
  return (
    <DetailDrawer title={words.issueTitle} listPath="/credentials">
      <Form form={form} action={words.issue} complete={values.ownerId !== null && span !== null && isPlaced}>
        <OwnerSelect {...value('ownerId')} label={words.owner} required />
        <StationSelect
          {...value('stationId')}
          label={words.access}
          description={words.accessHint}
          placeholder={words.wholeNetwork}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Select {...form.choice('validity', words.validities)} label={words.validity} miw={180} />
          {values.validity === 'other' && (
            <DaysField
              {...value('days')}
              label={words.days}
              description={words.daysHint}
              error={faultOf('validitySeconds')}
            />
          )}
        </Group>
        <Stack gap={4}>
          <Input.Label component="div" id="begin-label">
            {words.begin}
          </Input.Label>
          <SegmentedControl
            aria-labelledby="begin-label"
            data={choicesOf(words.begins)}
            value={values.begin}
            onChange={(begin) =>
              form.setValues((now) => ({ ...now, begin: begin as Values['begin'], date: now.date || dayFromNow(1) }))
            }
          />
        </Stack>
        {values.begin === 'date' && (
          <Group grow align="flex-start">
            <TextInput
              {...text('date')}
              type="date"
              label={words.beginDate}
              min={dayFromNow(0)}
              max={dayFromNow(MOST_DAYS_AHEAD)}
              error={faultOf('startsAt')}
              required
            />
            <TextInput {...text('time')} type="time" label={words.beginTime} required />
          </Group>
        )}
        <TextInput {...text('customerName')} label={words.customerName} maxLength={200} autoComplete="off" />
        <TextInput
          {...text('customerEmail')}
          type="email"
          label={words.customerEmail}
          maxLength={254}
          autoComplete="off"
        />
        {canMail && (
          <Checkbox
            {...form.flag('sendEmail')}
            label={words.sendAtOnce}
            checked={values.sendEmail && values.customerEmail.trim() !== ''}
            disabled={values.customerEmail.trim() === ''}
          />
        )}
        <TextInput {...text('label')} label={words.label} description={words.labelHint} maxLength={200} />
        {hasPlace && <PlaceFields {...value('place')} />}
        {isOperator && (
          <SessionFields count={value('maxSessions')} whenFull={form.choice('whenFull', words.whenFulls)} />
        )}
        <IssueSentence stationId={values.stationId} span={span} isNow={values.begin === 'now'} />
      </Form>
    </DetailDrawer>
  )
}

interface CountField {
  readonly value: number
  readonly onChange: (count: number) => void
  readonly error: string | undefined
}

function SessionFields({ count, whenFull }: { count: CountField; whenFull: SelectProps }) {
  const words = useCredentialWords()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="sessions">
        <Accordion.Control>
          <Text size="sm">
            {words.more}: {count.value}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <NumberInput
              {...count}
              label={words.sessions}
              min={1}
              max={1000}
              allowDecimal={false}
              onChange={(wanted) => count.onChange(Number(wanted) || 1)}
            />
            <Select {...whenFull} label={words.whenFull} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** Nearly all devices tell where they are; for the others it opens. */
function PlaceFields({ value, onChange }: { value: TypedPosition; onChange: (place: TypedPosition) => void }) {
  const words = useCredentialWords()
  const [opened, setOpened] = useState<string | null>(null)
  const place = positionIn(value)
  return (
    <Accordion variant="contained" chevronPosition="left" value={opened} onChange={setOpened}>
      <Accordion.Item value="place">
        <Accordion.Control>
          <Text size="sm">
            {words.place}: {place ? `${place.lat}, ${place.lng}` : place === null ? words.placeNone : words.placeWrong}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">{words.placeHint}</Text>
            {opened && <PlaceInput value={value} onChange={onChange} />}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const filled = (text: string) => text.trim() || undefined

const bodyOf = (values: Values, isOperator: boolean) => ({
  ...(values.stationId === null && { place: positionIn(values.place) ?? undefined }),
  ownerId: values.ownerId!,
  validitySeconds: chosenDays(values) * DAY_S,
  stationId: values.stationId ?? undefined,
  startsAt: startsAtOf(values),
  customerName: filled(values.customerName),
  customerEmail: filled(values.customerEmail),
  sendEmail: values.sendEmail && filled(values.customerEmail) !== undefined,
  label: filled(values.label),
  ...(isOperator && { maxSessions: values.maxSessions, whenFull: values.whenFull }),
})
