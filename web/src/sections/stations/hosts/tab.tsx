import { Alert, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import type { ShownHost } from '../../../../../src/http/console/contract/alerts/hosts.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { useLanguage } from '../../../language.tsx'
import { Answered } from '../../../parts/answered.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Mark } from '../../../parts/marks/mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { mailFailureText, useCodeWords } from '../../../words/codes.ts'
import { useHostWords } from './words.ts'

/** The people who follow the station from its site. */
export function HostsTab({ station }: { station: StationDetail }) {
  const words = useHostWords()
  const mayChange = useMay('network.change') && !station.archived
  const asked = useAnswer(at('/stations/:id/hosts', station))
  return (
    <Answered asked={asked} quiet>
      {({ hosts, canMail }) => (
        <Stack gap="md">
          <Text size="sm">{words.hint}</Text>
          {hosts.length === 0 && <Hint>{words.empty}</Hint>}
          {hosts.map((host) => (
            <HostPanel key={host.id} station={station} host={host} mayChange={mayChange} />
          ))}
          {mayChange && canMail && (
            <Panel title={words.add}>
              <HostForm station={station} />
            </Panel>
          )}
          {mayChange && !canMail && (
            <Alert color="yellow" variant="light" icon={<IconMailOff aria-hidden />} role="status">
              {words.noMail}
            </Alert>
          )}
        </Stack>
      )}
    </Answered>
  )
}

function HostPanel({ station, host, mayChange }: { station: StationDetail; host: ShownHost; mayChange: boolean }) {
  const words = useHostWords()
  const codes = useCodeWords()
  const renew = useRenew()
  const { id, name, email, language, confirmedAt, report } = host
  const remove = async () => {
    await api.delete(at('/stations/:id/hosts/:hostId', { id: station.id, hostId: id }))
    notify(words.removed)
    await renew(at('/stations/:id/hosts', station))
  }
  const reported = report
    ? [
        report.month,
        report.state && words.reportStates[report.state],
        report.error && mailFailureText(codes, report.error),
      ]
        .filter(Boolean)
        .join(' · ')
    : words.reportNone
  return (
    <Panel title={name}>
      <Mark tone={confirmedAt ? 'good' : 'planned'} word={confirmedAt ? words.confirmed : words.unconfirmed} />
      {!confirmedAt && <Hint>{words.unconfirmedHint}</Hint>}
      <Facts
        facts={[
          [words.email, email],
          [words.language, words.languages[language]],
          [words.report, reported],
        ]}
      />
      {mayChange && (
        <ConfirmButton
          variant="subtle"
          color="red.9"
          style={{ alignSelf: 'flex-start' }}
          aria-label={words.removeOf(name)}
          action={words.remove}
          title={words.removeTitle(name)}
          consequence={words.removeConsequence}
          onConfirm={remove}
        />
      )}
    </Panel>
  )
}

function HostForm({ station }: { station: StationDetail }) {
  const words = useHostWords()
  const { language } = useLanguage()
  const renew = useRenew()
  const path = at('/stations/:id/hosts', station)
  const form = useFields(
    { name: '', email: '', language },
    ({ name, email, language }) => api.post(path, { name: name.trim(), email: email.trim(), language }),
    async () => {
      form.reset()
      notify(words.added)
      await renew(path)
    },
  )
  return (
    <Form form={form} action={words.add} narrow>
      <TextInput {...form.text('name')} label={words.name} required maxLength={120} autoComplete="off" />
      <TextInput {...form.text('email')} type="email" label={words.email} required autoComplete="off" />
      <Select {...form.choice('language', words.languages)} label={words.language} />
    </Form>
  )
}
