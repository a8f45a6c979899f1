import {
  Alert,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import type { OperatorSettings } from '../../../../src/http/console/contract/network/operator-settings.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { type Answer, api } from '../../service/api.ts'
import { useMe } from '../../session/session.tsx'
import { mailFailureText, useCodeWords } from '../../words/codes.ts'
import { SettingForm } from './frame/changes.tsx'
import { spot } from './frame/fields.ts'
import { ByEnvironment, type OperatorProps, useSaved, within } from './operator.tsx'
import { useSettingsWords } from './words.ts'

export function MailPanel({ settings, mail, mayChange }: OperatorProps & { mail: Settings['mail'] }) {
  const words = useSettingsWords()
  const { server, variable } = settings.smtp
  const mayEdit = mayChange && variable === null
  return (
    <Panel title={words.mail}>
      <ByEnvironment variable={variable} />
      {mayEdit ? (
        <ServerForm server={server} />
      ) : (
        <Facts facts={[[words.mailServer, server ? `${server.host}:${server.port}` : words.mailNone]]} />
      )}
      <SenderForm settings={settings} mayChange={mayChange} />
      <CustomerForm settings={settings} mayChange={mayChange} />
      {mayChange && mail && <TestForm />}
    </Panel>
  )
}

const PORTS = { tls: 465, starttls: 587, none: 25 } as const

function ServerForm({ server }: { server: OperatorSettings['smtp']['server'] }) {
  const words = useSettingsWords()
  const saved = useSaved()
  const [removing, setRemoving] = useState(false)
  const form = useFields(
    {
      host: server?.host ?? '',
      port: server?.port ?? PORTS.starttls,
      security: server?.security ?? ('starttls' as const),
      user: server?.user ?? '',
      password: '',
    },
    ({ host, port, security, user, password }) =>
      within(
        'smtp',
        api.patch('/settings/operator', {
          smtp: {
            host: host.trim(),
            port: Number(port),
            security,
            user: user.trim() || null,
            ...(password !== '' && { password }),
          },
        }),
      ),
    (answer) => {
      form.set('password', '')
      saved(answer)
    },
  )
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(form.before)
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            {...form.text('host')}
            {...spot('smtp')}
            label={words.smtp.host}
            placeholder={words.mailServerExample}
            autoComplete="off"
            required
          />
          <Select
            {...form.choice('security', words.smtp.securities)}
            label={words.smtp.security}
            onChange={(value) => {
              const security = value as keyof typeof PORTS
              form.setValues((now) => ({
                ...now,
                security,
                port: Object.values<number>(PORTS).includes(Number(now.port)) ? PORTS[security] : now.port,
              }))
            }}
          />
          <NumberInput
            label={words.smtp.port}
            value={form.values.port}
            onChange={(value) => form.set('port', Number(value))}
            error={form.faultOf('port')}
            min={1}
            max={65535}
            allowDecimal={false}
            hideControls
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            {...form.text('user')}
            label={words.smtp.user}
            description={words.smtp.userHint}
            autoComplete="off"
          />
          <PasswordInput
            {...form.text('password')}
            label={words.smtp.password}
            description={server?.hasPassword ? words.smtp.passwordKept : words.smtp.passwordHint}
            autoComplete="new-password"
          />
        </SimpleGrid>
        {form.problem && <ProblemPanel error={form.problem} />}
        {server && (
          <Group>
            <Button variant="default" onClick={() => setRemoving(true)}>
              {words.smtp.remove}
            </Button>
          </Group>
        )}
      </Stack>
      <Confirm
        opened={removing}
        title={words.smtp.removeTitle}
        consequence={words.smtp.removeText}
        action={words.smtp.remove}
        onConfirm={async () => {
          saved(await api.patch('/settings/operator', { smtp: null }))
          notify(words.saved)
          form.setValues({ host: '', port: PORTS.starttls, security: 'starttls', user: '', password: '' })
        }}
        onClose={() => setRemoving(false)}
      />
    </SettingForm>
  )
}

function SenderForm({ settings: { mailFrom }, mayChange }: OperatorProps) {
  const words = useSettingsWords()
  const saved = useSaved()
  const mayEdit = mayChange && mailFrom.variable === null
  const form = useFields(
    { mailFrom: mailFrom.value ?? '' },
    (values) => api.patch('/settings/operator', { mailFrom: values.mailFrom.trim() || null }),
    saved,
  )
  if (!mayEdit)
    return (
      <>
        <ByEnvironment variable={mailFrom.variable} />
        <Facts facts={[[words.mailFrom, mailFrom.value ?? mailFrom.byDefault]]} />
      </>
    )
  return (
    <SettingForm form={form} isChanged={form.values.mailFrom !== form.before.mailFrom}>
      <Stack gap="sm">
        <TextInput
          {...form.text('mailFrom')}
          {...spot('mailFrom')}
          label={words.mailFrom}
          description={words.byDefault(mailFrom.byDefault)}
          placeholder={words.mailFromExample}
          autoComplete="off"
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </SettingForm>
  )
}

const REMINDER_DAYS = [30, 14, 7, 3, 1, 0]

function CustomerForm({ settings: { customerLanguage, reminderDays }, mayChange }: OperatorProps) {
  const { customerMail: words } = useSettingsWords()
  const saved = useSaved()
  const form = useFields(
    { customerLanguage, reminderDays: reminderDays.join() },
    (values) =>
      api.patch('/settings/operator', {
        customerLanguage: values.customerLanguage,
        reminderDays: daysIn(values.reminderDays),
      }),
    saved,
  )
  const offered = [...new Set([...REMINDER_DAYS, ...reminderDays])].toSorted((a, b) => b - a)
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(form.before)
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            {...form.choice('customerLanguage', words.languages)}
            {...spot('customerLanguage')}
            label={words.language}
            description={words.languageHint}
            readOnly={!mayChange}
          />
          <MultiSelect
            {...spot('reminderDays')}
            label={words.reminders}
            description={words.remindersHint}
            searchable
            data={offered.map((days) => ({ value: String(days), label: words.daysBefore(days) }))}
            value={daysIn(form.values.reminderDays).map(String)}
            onChange={(days) => form.set('reminderDays', days.toSorted((a, b) => Number(b) - Number(a)).join())}
            error={form.faultOf('reminderDays')}
            readOnly={!mayChange}
          />
        </SimpleGrid>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </SettingForm>
  )
}

const daysIn = (text: string) => (text === '' ? [] : text.split(',').map(Number))

type Outcome = Answer<'POST', '/settings/mail-test'>

function TestForm() {
  const words = useSettingsWords()
  const codes = useCodeWords()
  const { user } = useMe()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useFields({ address: user.email }, (values) => api.post('/settings/mail-test', values), setOutcome)
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="xs">
          <TextInput
            {...form.text('address')}
            type="email"
            label={words.mailTo}
            required
            style={{ flex: '1 1 16rem' }}
          />
          <Button type="submit" variant="default" loading={form.sending}>
            {words.mailTest}
          </Button>
        </Group>
        {form.problem && <ProblemPanel error={form.problem} />}
        {outcome && (
          <Alert color={outcome.failure ? 'red' : 'teal'} variant="light" role="status">
            {outcome.failure
              ? words.mailRefused(mailFailureText(codes, outcome.failure))
              : words.mailTaken(outcome.said ?? '')}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
