// One short form, with a sentence that says what will happen.
import {
  Accordion,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { OwnerSelect } from '../../../parts/forms/owner-select.tsx'
import { StationSelect } from '../../../parts/forms/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { useMe } from '../../../session.tsx'
import type { Credential, Secrets, WhenFull } from '../types.ts'
import { useCredentialWords } from '../words.ts'
import { keepLastOwner, lastOwner } from './last-owner.ts'
import { IssueSentence } from './sentence.tsx'
import { dayFromNow, spanOf, startsAtOf } from './times.ts'

export interface Issued extends Credential, Secrets {}

const VALIDITIES = ['1', '7', '30', '90', '180', '365', 'other'] as const
const DAY_S = 86_400
const MOST_DAYS_AHEAD = 180

const EMPTY = {
  ownerId: null as number | null,
  stationId: null as number | null,
  validity: '30' as (typeof VALIDITIES)[number],
  days: 30,
  begin: 'now' as 'now' | 'date',
  date: '',
  time: '00:00',
  customerName: '',
  customerEmail: '',
  sendEmail: false,
  label: '',
  maxSessions: 1,
  whenFull: 'replace' as WhenFull,
}

type Values = typeof EMPTY

const daysOf = ({ validity, days }: Values) => (validity === 'other' ? days : Number(validity))

export function IssueForm({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const words = useCredentialWords()
  const { user, canMail } = useMe()
  const isOperator = user.role !== 'reseller'
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    { ...EMPTY, ownerId: user.ownerId ?? lastOwner() },
    (values) => api.post<{ credential: Issued }>('/credentials', bodyOf(values, isOperator)),
    ({ credential }) => {
      void queries.invalidateQueries({ queryKey: ['/credentials'] })
      keepLastOwner(credential.ownerId)
      onIssued(credential)
      go(`/credentials/${credential.id}`)
    },
  )
  const { values, set, text, faultOf } = form
  const complete = values.ownerId !== null && spanOf(values, daysOf(values), new Date()) !== null
  // The service points at fields by the contract's names.
  const startFault = faultOf('startsAt' as never)
  return (
    <DetailDrawer title={words.issueTitle} listPath="/credentials">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <OwnerSelect
            label={words.owner}
            value={values.ownerId}
            onChange={(id) => set('ownerId', id)}
            error={faultOf('ownerId')}
            required
          />
          <StationSelect
            label={words.access}
            description={words.accessHint}
            placeholder={words.wholeNetwork}
            value={values.stationId}
            onChange={(id) => set('stationId', id)}
            error={faultOf('stationId')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <Select
              label={words.validity}
              data={VALIDITIES.map((value) => ({ value, label: words.validities[value] }))}
              value={values.validity}
              onChange={(value) => set('validity', value as Values['validity'])}
              allowDeselect={false}
              miw={180}
            />
            {values.validity === 'other' && (
              <NumberInput
                label={words.days}
                description={words.daysHint}
                min={1}
                max={365}
                allowDecimal={false}
                value={values.days}
                onChange={(days) => set('days', Number(days))}
                error={faultOf('validitySeconds' as never)}
              />
            )}
          </Group>
          <Stack gap={4}>
            <Input.Label component="div" id="begin-label">
              {words.begin}
            </Input.Label>
            <SegmentedControl
              aria-labelledby="begin-label"
              data={(['now', 'date'] as const).map((value) => ({ value, label: words.begins[value] }))}
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
                error={startFault}
                required
              />
              <TextInput {...text('time')} type="time" label={words.beginTime} required />
            </Group>
          )}
          <TextInput {...text('customerName')} label={words.customerName} maxLength={200} autoComplete="off" />
          <TextInput
            {...text('customerEmail')}
            error={faultOf('customerEmail')}
            type="email"
            label={words.customerEmail}
            maxLength={254}
            autoComplete="off"
          />
          {canMail && (
            <Checkbox
              label={words.sendAtOnce}
              checked={values.sendEmail && values.customerEmail.trim() !== ''}
              disabled={values.customerEmail.trim() === ''}
              onChange={({ currentTarget }) => set('sendEmail', currentTarget.checked)}
            />
          )}
          <TextInput {...text('label')} label={words.label} description={words.labelHint} maxLength={200} />
          {isOperator && <SessionFields values={values} set={set} />}
          <IssueSentence
            stationId={values.stationId}
            span={spanOf(values, daysOf(values), new Date())}
            isNow={values.begin === 'now'}
          />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={!complete}>
            {words.issue}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}

function SessionFields({
  values,
  set,
}: {
  values: Values
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
}) {
  const words = useCredentialWords()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="sessions">
        <Accordion.Control>
          <Text size="sm">
            {words.more}: {values.maxSessions}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <NumberInput
              label={words.sessions}
              min={1}
              max={1000}
              allowDecimal={false}
              value={values.maxSessions}
              onChange={(count) => set('maxSessions', Number(count) || 1)}
            />
            <Select
              label={words.whenFull}
              data={(['replace', 'refuse'] as const).map((value) => ({ value, label: words.whenFulls[value] }))}
              value={values.whenFull}
              onChange={(value) => set('whenFull', value as WhenFull)}
              allowDeselect={false}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const filled = (text: string) => text.trim() || undefined

const bodyOf = (values: Values, isOperator: boolean) => ({
  ownerId: values.ownerId,
  validitySeconds: daysOf(values) * DAY_S,
  stationId: values.stationId ?? undefined,
  startsAt: startsAtOf(values),
  customerName: filled(values.customerName),
  customerEmail: filled(values.customerEmail),
  sendEmail: values.sendEmail && filled(values.customerEmail) !== undefined,
  label: filled(values.label),
  ...(isOperator && { maxSessions: values.maxSessions, whenFull: values.whenFull }),
})
