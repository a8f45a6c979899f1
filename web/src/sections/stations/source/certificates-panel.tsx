import { Button, FileButton, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import type {
  ShownCertificate,
  Source,
  StationDetail,
} from '../../../../../src/http/console/contract/stations/stations.ts'
import { dictionary } from '../../../language.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { en } from '../../../words/en/network/certificates.ts'
import { es } from '../../../words/es/network/certificates.ts'
import { useRefresh } from '../use-station.ts'
import { isNeeded, standingOf } from './certificate-standing.ts'

const useWords = dictionary(es, en)
const TONES: Record<ShownCertificate['state'], Tone> = { early: 'planned', valid: 'good', ending: 'poor', ended: 'bad' }

interface Props {
  readonly station: StationDetail
  readonly source: Source
}

export function CertificatesPanel({ station, source }: Props) {
  const words = useWords()
  const { certificates, certificateRequired } = source
  // Certificates can be removed from an archived station too, to add them to another station.
  const mayRemove = useMay('network.change')
  const mayChange = mayRemove && !station.archived
  const standing = standingOf(source)
  const says = typeof standing === 'string' ? words[standing] : words.locked(words.sources[standing.locked])
  return (
    <Panel title={words.title}>
      <Text size="sm">{words.hint}</Text>
      <Hint>{says}</Hint>
      {certificates.map((certificate) => (
        <OneCertificate key={certificate.fingerprint} {...{ station, source, certificate, mayRemove }} />
      ))}
      {mayChange && <AddForm station={station} source={source} />}
      {mayChange && (certificateRequired || certificates.length > 0) && (
        <RuleButton station={station} source={source} />
      )}
    </Panel>
  )
}

interface OneProps extends Props {
  readonly certificate: ShownCertificate
  readonly mayRemove: boolean
}

function OneCertificate({ station, source, certificate, mayRemove }: OneProps) {
  const words = useWords()
  const refresh = useRefresh()
  const { fingerprint, subject, validUntil, state } = certificate
  const called = subject || fingerprint.slice(0, 11)
  const isLocked = !station.archived && isNeeded(certificate, source)
  const remove = async () => {
    await api.delete(at('/stations/:id/certificates/:fingerprint', { id: station.id, fingerprint }))
    notify(words.removed)
    await refresh()
  }
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [words.subject, called],
          ...(source.hasBackupSecret ? ([[words.source, words.sources[certificate.source]]] as const) : []),
          [words.state, <Mark key="state" tone={TONES[state]} word={words.states[state]} />],
          [words.until, <Moment key="until" at={validUntil} />],
          [
            words.fingerprint,
            <Text key="fingerprint" span size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {fingerprint}
            </Text>,
          ],
        ]}
      />
      {mayRemove && isLocked && <Hint>{words.needed}</Hint>}
      {mayRemove && !isLocked && (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          variant="subtle"
          color="red.9"
          action={words.remove}
          title={words.removeTitle(called)}
          consequence={words.removeConsequence}
          onConfirm={remove}
        />
      )}
    </Stack>
  )
}

function AddForm({ station, source }: Props) {
  const words = useWords()
  const refresh = useRefresh()
  const form = useFields(
    { pem: '', source: 'first' as ShownCertificate['source'] },
    ({ pem, source }) => api.post(at('/stations/:id/certificates', station), { pem: pem.split(/\r?\n/), source }),
    async () => {
      form.reset()
      notify(words.added)
      await refresh()
    },
  )
  const read = async (file: File | null) => {
    if (file) form.set('pem', await file.text())
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={words.pem}
          description={words.pemHint}
          placeholder={words.pemBegins}
          rows={4}
          styles={{ input: { fontFamily: 'monospace' } }}
          autoComplete="off"
          spellCheck={false}
          required
          {...form.text('pem')}
        />
        {source.hasBackupSecret && <Select label={words.source} {...form.choice('source', words.sources)} />}
        <Group gap="xs">
          <FileButton onChange={read} accept=".pem,.crt,.cer,application/x-pem-file,application/x-x509-ca-cert">
            {(props) => (
              <Button variant="default" {...props}>
                {words.chooseFile}
              </Button>
            )}
          </FileButton>
          <Button type="submit" variant="default" loading={form.sending}>
            {words.add}
          </Button>
        </Group>
      </Stack>
      {form.problem && <ProblemPanel error={form.problem} />}
    </form>
  )
}

function RuleButton({ station, source }: Props) {
  const words = useWords()
  const refresh = useRefresh()
  const isRequired = source.certificateRequired
  const change = async () => {
    await api.put(at('/stations/:id/certificates/rule', station), { required: !isRequired })
    notify(words.ruleSaved)
    await refresh()
  }
  return (
    <ConfirmButton
      style={{ alignSelf: 'flex-start' }}
      action={isRequired ? words.requireOff : words.require}
      title={isRequired ? words.requireOffTitle(station.code) : words.requireTitle(station.code)}
      consequence={isRequired ? words.requireOffConsequence : words.requireConsequence}
      onConfirm={change}
    />
  )
}
