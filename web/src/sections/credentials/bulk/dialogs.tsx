// One dialog for every action on one or many credentials. It names the credentials and the consequence.
import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { Job } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { useLanguage } from '../../../language.tsx'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { AccessFields } from '../../../parts/forms/access-fields.tsx'
import { DaysField } from '../../../parts/forms/days-field.tsx'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { DAY_S } from '../../../parts/forms/validity.ts'
import { notify } from '../../../parts/notify.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { exactTime } from '../../../parts/text/moment.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useCredentialWords } from '../words.ts'
import { changesOf, valuesOf } from './one-values.ts'
import { PairsField } from './pairs-field.tsx'
import { Skipped } from './skipped.tsx'
import { type ChangeKind, isOver, type Many, startChange, type Target } from './target.ts'
import { useBulkWords } from './words.ts'

export interface Asked {
  readonly kind: ChangeKind
  readonly target: Target
}

interface Props<Of> {
  readonly kind: ChangeKind
  readonly target: Of
  /** Called with the job that an action on many credentials starts. */
  readonly onStarted: (job: Job) => void
  readonly onClose: () => void
}

export function ChangeDialog({ asked, ...rest }: { asked: Asked } & Omit<Props<Target>, 'kind' | 'target'>) {
  const { kind, target } = asked
  const props = { kind, ...rest }
  if (kind === 'renew') return <RenewDialog {...props} target={target} />
  if (kind === 'change')
    return 'one' in target ? (
      <ChangeOne {...props} target={target.one} />
    ) : (
      <ChangeMany {...props} target={target.many} />
    )
  return 'one' in target ? (
    <ConfirmOne {...props} target={target.one} />
  ) : (
    <ConfirmMany {...props} target={target.many} />
  )
}

function useCount(): (many: Many) => string {
  const words = useBulkWords()
  const { number } = useFigures()
  return ({ count, more }) => words.credentials(more ? words.moreThan(number(count)) : number(count))
}

const newKey = () => crypto.randomUUID()

function ConfirmMany({ kind, target, onStarted, onClose }: Props<Many>) {
  const words = useBulkWords()
  const countText = useCount()
  const [key] = useState(newKey)
  if (kind === 'renew' || kind === 'change') return null
  const { connected, names } = target
  const consequence = words.consequences[kind]
  return (
    <Confirm
      opened
      title={words.titles[kind](countText(target))}
      consequence={
        <Stack gap="xs">
          <Text size="sm">{typeof consequence === 'string' ? consequence : consequence(connected)}</Text>
          <Skipped kind={kind} many={target} />
          {names.length > 0 && (
            <Text size="sm" className="code">
              {names.join(', ')}
              {target.count > names.length && ', …'}
            </Text>
          )}
        </Stack>
      }
      action={words.titles[kind](countText(target))}
      harmless={kind === 'resume'}
      onConfirm={async () => onStarted((await startChange(target, key, { kind })).job)}
      onClose={onClose}
    />
  )
}

function ConfirmOne({ kind, target, onClose }: Props<Credential>) {
  const words = useCredentialWords()
  const renew = useRenew()
  const { id, username, connected, customerName, label } = target
  const name = [username, customerName ?? label].filter(Boolean).join(' · ')
  const dialogs = {
    suspend: {
      title: words.suspendTitle(name),
      consequence: words.suspendConsequence(connected),
      action: words.suspend,
      act: () => api.post(at('/credentials/:id/suspend', { id })),
      done: words.suspendDone(username),
    },
    resume: {
      title: `${words.resume} ${name}`,
      consequence: words.resumed(username),
      action: words.resume,
      act: () => api.post(at('/credentials/:id/resume', { id })),
      done: words.resumed(username),
    },
    revoke: {
      title: words.revokeTitle(name),
      consequence: words.revokeConsequence(connected),
      action: words.revoke,
      act: () => api.delete(at('/credentials/:id', { id })),
      done: words.revoked(username),
    },
  }
  if (kind === 'renew' || kind === 'change') return null
  const { title, consequence, action, act, done } = dialogs[kind]
  return (
    <Confirm
      opened
      {...{ title, consequence, action, onClose }}
      harmless={kind === 'resume'}
      onConfirm={async () => {
        await act()
        notify(done)
        await renew('/credentials')
      }}
    />
  )
}

function RenewDialog({ target, onStarted, onClose }: Props<Target>) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const { language } = useLanguage()
  const countText = useCount()
  const renew = useRenew()
  const [key] = useState(newKey)
  const form = useFields(
    { validity: '30' as keyof typeof words.validities, days: 30 },
    async (values) => {
      const validitySeconds = daysIn(values) * DAY_S
      if ('many' in target) return (await startChange(target.many, key, { kind: 'renew', validitySeconds })).job
      await api.post(at('/credentials/:id/renew', { id: target.one.id }), { validitySeconds })
      return null
    },
    (job) => {
      if (job) onStarted(job)
      else if ('one' in target) notify(words.renewed(target.one.username))
      void renew('/credentials')
      onClose()
    },
  )
  const isOther = form.values.validity === 'other'
  const title = 'one' in target ? words.renewTitle(target.one.username) : bulk.titles.renew(countText(target.many))
  const days = daysIn(form.values)
  return (
    <FormDialog
      form={form}
      opened
      title={title}
      action={words.renew}
      complete={days >= 1 && days <= 365}
      onClose={onClose}
    >
      <Text size="sm">{'one' in target ? words.renewHint : bulk.consequences.renew}</Text>
      {'many' in target && <Skipped kind="renew" many={target.many} />}
      <Select
        {...form.choice('validity', words.validities)}
        label={words.validity}
        error={isOther ? undefined : form.faultOf('validitySeconds')}
      />
      {isOther && <DaysField {...form.value('days')} label={words.days} error={form.faultOf('validitySeconds')} />}
      {'one' in target && days >= 1 && days <= 365 && (
        <Text size="sm" fw={600} role="status">
          {bulk.until(exactTime(endAfter(target.one, days), language))}
        </Text>
      )}
    </FormDialog>
  )
}

const daysIn = ({ validity, days }: { validity: string; days: number }) =>
  validity === 'other' ? days : Number(validity)

/** Same rule as the service: extends from the current end, or from now if that has passed. */
function endAfter({ expiresAt }: Credential, days: number): Date {
  const from = Math.max(new Date(expiresAt).getTime(), Date.now())
  return new Date(from + days * DAY_S * 1000)
}

function ChangeOne({ target, onClose }: Props<Credential>) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const renew = useRenew()
  const { id, username, connected } = target
  const form = useFields(
    valuesOf(target),
    (values, before) => api.post(at('/credentials/:id/change', { id }), changesOf(values, before)),
    () => {
      notify(bulk.changed(username))
      void renew('/credentials', '/customers')
      onClose()
    },
  )
  return (
    <FormDialog
      form={form}
      opened
      title={bulk.changeTitle(username)}
      action={bulk.save}
      light={false}
      onClose={onClose}
    >
      <TextInput {...form.text('customerName')} label={words.customerName} maxLength={200} autoComplete="off" />
      <TextInput
        {...form.text('customerEmail')}
        type="email"
        label={words.customerEmail}
        maxLength={254}
        autoComplete="off"
      />
      <TextInput {...form.text('label')} label={words.label} description={words.labelHint} maxLength={200} />
      <AccessFields
        station={form.value('stationId')}
        group={form.value('groupId')}
        label={words.access}
        description={isOver(target) ? words.accessHint : bulk.stationCuts(connected)}
        placeholder={words.wholeNetwork}
      />
      <PairsField {...form.value('metadata')} />
    </FormDialog>
  )
}

function ChangeMany({ target, onStarted, onClose }: Props<Many>) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const countText = useCount()
  const [key] = useState(newKey)
  const form = useFields(
    { setLabel: false, label: '', setAccess: false, stationId: null as number | null, groupId: null as number | null },
    async ({ setLabel, label, setAccess, stationId, groupId }) => {
      const parameters = { ...(setLabel && { label: label.trim() || null }), ...(setAccess && { stationId, groupId }) }
      return (await startChange(target, key, { kind: 'change', ...parameters })).job
    },
    (job) => {
      onStarted(job)
      onClose()
    },
  )
  const { setLabel, setAccess } = form.values
  return (
    <FormDialog
      form={form}
      opened
      title={bulk.titles.change(countText(target))}
      action={bulk.titles.change(countText(target))}
      complete={setLabel || setAccess}
      light={false}
      onClose={onClose}
    >
      <Text size="sm">{bulk.consequences.change}</Text>
      <Skipped kind="change" many={target} />
      <Checkbox {...form.flag('setLabel')} label={bulk.setLabel} />
      {setLabel && (
        <TextInput {...form.text('label')} label={bulk.newLabel} description={bulk.newLabelHint} maxLength={200} />
      )}
      <Checkbox {...form.flag('setAccess')} label={bulk.setAccess} />
      {setAccess && (
        <AccessFields
          station={form.value('stationId')}
          group={form.value('groupId')}
          label={bulk.newAccess}
          description={bulk.stationCuts(target.connected)}
          placeholder={words.wholeNetwork}
        />
      )}
    </FormDialog>
  )
}
