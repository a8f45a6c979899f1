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
  type TextInputProps,
} from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
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
import { issuedFor } from '../../customers/path.ts'
import { fromPairs, type Pair } from '../bulk/pairs.ts'
import { PairsField } from '../bulk/pairs-field.tsx'
import { useBulkWords } from '../bulk/words.ts'
import { NO_PLACE, PlaceInput } from '../place.tsx'
import { useCredentialWords } from '../words.ts'
import { keepLastOwner, lastOwner } from './last-owner.ts'
import { IssueSentence } from './sentence.tsx'
import { dayFromNow, spanOf, startsAtOf } from './times.ts'

const MOST_DAYS_AHEAD = 180
const MOST_AT_ONCE = 1_000

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
  quantity: 1,
  reference: '',
  metadata: [] as readonly Pair[],
}

type Values = typeof EMPTY

const chosenDays = ({ validity, days }: Values) => (validity === 'other' ? days : Number(validity))

export function IssueForm({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const words = useCredentialWords()
  const { user, canMail } = useMe()
  const isOperator = user.role !== 'reseller'
  const [, go] = useLocation()
  // Whoever comes from a customer's page issues for that one.
  const [known] = useSearchParams()
  const { ownerId: customerOwner, ...customer } = issuedFor(known)
  // From the list of first steps: for the operator's own equipment.
  const isTrial = known.has('trial')
  const renew = useRenew()
  const bulk = useBulkWords()
  /** Of this form: sent again, it is the same job. */
  const [key] = useState(() => crypto.randomUUID())
  const form = useFields(
    {
      ...EMPTY,
      ...(isTrial && { validity: '1' as const, label: words.trialLabel }),
      ...customer,
      ownerId: user.ownerId ?? customerOwner ?? lastOwner(),
    },
    async (values) => {
      const body = bodyOf(values, isOperator)
      const { quantity } = values
      if (quantity > 1)
        return { ...(await api.post('/credentials/jobs/alike', { ...body, key, quantity })), credential: null }
      const reference = filled(values.reference)
      return { ...(await api.post('/credentials', { ...body, reference })), job: null }
    },
    ({ credential, job }) => {
      void renew('/credentials', '/customers', '/me', '/first-steps')
      const { ownerId } = credential ?? job!
      if (ownerId !== null) keepLastOwner(ownerId)
      if (credential) onIssued(credential)
      go(credential ? `/credentials/${credential.id}` : `/credentials/jobs/${job!.id}`)
    },
  )
  const { values, value, text, faultOf } = form
  const span = spanOf(values, chosenDays(values), new Date())
  const hasPlace = values.stationId === null
  const isPlaced = !hasPlace || positionIn(values.place) !== undefined
  return (
    <DetailDrawer title={words.issueTitle} listPath="/credentials">
      <Form
        form={form}
        action={values.quantity > 1 ? bulk.issueMany(values.quantity) : words.issue}
        complete={span !== null && isPlaced}
      >
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
        <NumberInput
          {...value('quantity')}
          label={bulk.quantity}
          description={bulk.quantityHint}
          min={1}
          max={MOST_AT_ONCE}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(wanted) => form.set('quantity', Number(wanted) || 1)}
        />
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
        <OwnFields
          isMany={values.quantity > 1}
          count={
            Object.keys(fromPairs(values.metadata)).length + (values.quantity === 1 && values.reference.trim() ? 1 : 0)
          }
          reference={text('reference')}
          metadata={value('metadata')}
        />
        {isOperator && (
          <SessionFields count={value('maxSessions')} whenFull={form.choice('whenFull', words.whenFulls)} />
        )}
        <IssueSentence
          stationId={values.stationId}
          span={span}
          isNow={values.begin === 'now'}
          quantity={values.quantity}
        />
      </Form>
    </DetailDrawer>
  )
}

interface OwnProps {
  readonly isMany: boolean
  readonly count: number
  readonly reference: TextInputProps
  readonly metadata: ComponentProps<typeof PairsField>
}

/** For the organization's own systems. */
function OwnFields({ isMany, count, reference, metadata }: OwnProps) {
  const { pairs: words } = useBulkWords()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="own">
        <Accordion.Control>
          <Text size="sm">
            {words.title}: {count === 0 ? words.none : words.count(count)}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">{words.hint}</Text>
            {isMany ? (
              <Text size="sm" c="dimmed">
                {words.noReference}
              </Text>
            ) : (
              <TextInput
                {...reference}
                label={words.reference}
                description={words.referenceHint}
                maxLength={100}
                autoComplete="off"
              />
            )}
            <PairsField {...metadata} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
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
  metadata: fromPairs(values.metadata),
  ...(isOperator && { maxSessions: values.maxSessions, whenFull: values.whenFull }),
})
