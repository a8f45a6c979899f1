// The form for a new credential, with a sentence that states what will happen.

import { Checkbox, Group, Input, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Issued } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { geofenceIn, NO_FENCE } from '../../../map/places/typed-geofence.ts'
import { positionIn } from '../../../map/places/typed-position.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { AccessFields } from '../../../parts/forms/access-fields.tsx'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { DaysField } from '../../../parts/forms/days-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { DAY_S } from '../../../parts/forms/validity.ts'
import { choicesOf } from '../../../parts/lists/filters.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { fromPairs, type Pair } from '../bulk/pairs.ts'
import { useBulkWords } from '../bulk/words.ts'
import { issuedFor } from '../customers/path.ts'
import { NO_PLACE } from '../one/place.tsx'
import { useCredentialWords } from '../words.ts'
import { AreaFields, OwnFields, PlaceFields, SessionFields } from './folded-fields.tsx'
import { keepLastOwner, lastOwner } from './last-owner.ts'
import { IssueSentence } from './sentence.tsx'
import { dayFromNow, spanOf, startsAtOf } from './times.ts'

const MOST_DAYS_AHEAD = 180
const MOST_AT_ONCE = 1_000

const EMPTY = {
  ownerId: null as number | null,
  stationId: null as number | null,
  groupId: null as number | null,
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
  fence: NO_FENCE,
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
  // A link from a customer's page fills in that customer.
  const [known] = useSearchParams()
  const { ownerId: customerOwner, ...customer } = issuedFor(known)
  // The first-steps list links here to issue a credential for the operator's own receiver.
  const isTrial = known.has('trial')
  const renew = useRenew()
  const bulk = useBulkWords()
  /** Idempotency key: sending the form again returns the same job. */
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
        complete={span !== null && isPlaced && geofenceIn(values.fence) !== undefined}
        summary={
          <IssueSentence
            stationId={values.stationId}
            groupId={values.groupId}
            span={span}
            isNow={values.begin === 'now'}
            fence={geofenceIn(values.fence) ?? null}
            quantity={values.quantity}
          />
        }
      >
        <OwnerSelect {...value('ownerId')} label={words.owner} required />
        <AccessFields
          station={value('stationId')}
          group={value('groupId')}
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
            <DateField
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
        <AreaFields {...value('fence')} fault={faultOf('fence')} radiusFault={faultOf('fence.radiusKm')} />
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
      </Form>
    </DetailDrawer>
  )
}

const filled = (text: string) => text.trim() || undefined

const bodyOf = (values: Values, isOperator: boolean) => ({
  ...(values.stationId === null && { place: positionIn(values.place) ?? undefined }),
  fence: geofenceIn(values.fence) ?? undefined,
  ownerId: values.ownerId!,
  validitySeconds: chosenDays(values) * DAY_S,
  stationId: values.stationId ?? undefined,
  groupId: values.groupId ?? undefined,
  startsAt: startsAtOf(values),
  customerName: filled(values.customerName),
  customerEmail: filled(values.customerEmail),
  sendEmail: values.sendEmail && filled(values.customerEmail) !== undefined,
  label: filled(values.label),
  metadata: fromPairs(values.metadata),
  ...(isOperator && { maxSessions: values.maxSessions, whenFull: values.whenFull }),
})
