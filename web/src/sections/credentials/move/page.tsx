// Imports users of another caster: choose its files, check the preview, start.
import { Alert, Button, Checkbox, FileButton, Group, List, NumberInput, Select } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportFormat, ImportPreview } from '../../../../../src/http/console/contract/credentials/import.ts'
import { say } from '../../../../../src/words/say.ts'
import { BackButton } from '../../../parts/buttons/link-button.tsx'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useCodeWords } from '../../../words/codes.ts'
import { keepLastOwner, lastOwner } from '../issue/last-owner.ts'
import { useCredentialWords } from '../words.ts'
import { filesToSend } from './files.ts'
import { MovePreview } from './preview.tsx'

const BYTES = 'application/octet-stream'
const EVERYTHING = ['stations', 'network'] as const

export function MovePage() {
  const { move: words, back, owner, preview: previewTitle, file, chooseOwner } = useCredentialWords()
  const { imports } = useCodeWords()
  const renew = useRenew()
  const [ownerId, setOwnerId] = useState(lastOwner())
  const [format, setFormat] = useState<ImportFormat>('bkg')
  const [days, setDays] = useState(365)
  const [sessions, setSessions] = useState(1_000)
  const [everything, setEverything] = useState<(typeof EVERYTHING)[number]>('stations')
  const [skipUnknown, setSkipUnknown] = useState(false)
  const [leaveOutBad, setLeaveOutBad] = useState(false)
  const [events, setEvents] = useState(true)
  const [files, setFiles] = useState<readonly File[]>([])
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [done, setDone] = useState<number | null>(null)

  const asked = (chosen: readonly File[]) => ({
    ...{ ownerId: ownerId!, format, days, sessions, everything },
    unknown: skipUnknown ? ('skip' as const) : ('error' as const),
    files: chosen.map(({ name, size }) => `${encodeURIComponent(name).slice(0, 200)}:${size}`).join(','),
  })
  const looking = useMutation({
    mutationFn: (chosen: readonly File[]) =>
      api.upload('/credentials/import/preview', asked(chosen), BYTES, new Blob([...chosen])),
    onMutate: (chosen) => {
      setFiles(chosen)
      setPreview(null)
      setDone(null)
    },
    onSuccess: (answer) => setPreview(answer.preview),
  })
  const bringing = useMutation({
    mutationFn: () =>
      api.upload(
        '/credentials/import',
        { ...asked(files), leaveOutBad: leaveOutBad ? 'true' : 'false', events: events ? 'true' : 'false' },
        BYTES,
        new Blob([...files]),
      ),
    onSuccess(answer) {
      setPreview(answer.isDone ? null : answer.preview)
      setDone(answer.isDone ? answer.preview.counts.new : null)
      if (ownerId !== null) keepLastOwner(ownerId)
      void renew('/credentials')
    },
  })
  const reset = useRef<() => void>(null)
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setPreview(null)
    }
  const isBlocked = preview !== null && !preview.isClean && !leaveOutBad
  return (
    <Page title={words.title} hint={words.hint} actions={<BackButton href="/credentials" text={back} />}>
      <Panel title={file}>
        <OwnerSelect label={owner} value={ownerId} onChange={changed(setOwnerId)} required />
        <Select
          label={words.format}
          data={Object.entries(words.formats).map(([value, label]) => ({ value, label }))}
          value={format}
          allowDeselect={false}
          onChange={(value) => value && changed(setFormat)(value as ImportFormat)}
        />
        <NumberInput
          label={words.days}
          value={days}
          min={1}
          max={366}
          onChange={(value) => changed(setDays)(Number(value) || 1)}
        />
        {format !== 'csv' && (
          <>
            <NumberInput
              label={words.sessions}
              value={sessions}
              min={1}
              max={1_000}
              onChange={(value) => changed(setSessions)(Number(value) || 1)}
            />
            <Select
              label={words.everything}
              data={EVERYTHING.map((value) => ({ value, label: words.everythings[value] }))}
              value={everything}
              allowDeselect={false}
              onChange={(value) => value && changed(setEverything)(value as (typeof EVERYTHING)[number])}
            />
            <Checkbox
              label={words.skipUnknown}
              checked={skipUnknown}
              onChange={(event) => changed(setSkipUnknown)(event.currentTarget.checked)}
            />
          </>
        )}
        <Group gap="sm">
          <FileButton
            multiple={format === 'bkg'}
            resetRef={reset}
            onChange={(chosen: File | File[] | null) => {
              const wanted = filesToSend(format, chosen === null ? [] : [chosen].flat())
              if (wanted.length > 0) looking.mutate(wanted)
              reset.current?.() // lets the user choose the same files again
            }}
          >
            {(props) => (
              <Button
                {...props}
                disabled={ownerId === null}
                loading={looking.isPending}
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {words.choose}
              </Button>
            )}
          </FileButton>
          {ownerId === null && <Hint>{chooseOwner}</Hint>}
        </Group>
        {looking.error && <ProblemPanel error={looking.error} />}
        {done !== null && (
          <Alert color="green" role="status">
            {words.done(done)}
          </Alert>
        )}
      </Panel>
      {preview && (
        <Panel title={`${previewTitle}: ${files.map(({ name }) => name).join(', ')}`}>
          <MovePreview preview={preview} />
          {preview.notes.length > 0 && (
            <List size="sm" spacing={2}>
              {preview.notes.map((note) => (
                <List.Item key={JSON.stringify(note)}>{say(imports, note)}</List.Item>
              ))}
            </List>
          )}
          {!preview.isClean && (
            <Checkbox
              label={words.leaveOutBad}
              checked={leaveOutBad}
              onChange={(event) => setLeaveOutBad(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={words.events}
            checked={events}
            onChange={(event) => setEvents(event.currentTarget.checked)}
          />
          {isBlocked && <Hint>{words.blocked}</Hint>}
          {bringing.error && <ProblemPanel error={bringing.error} />}
          <Group>
            <Button
              disabled={isBlocked || preview.counts.new === 0}
              loading={bringing.isPending}
              onClick={() => bringing.mutate()}
            >
              {words.start(preview.counts.new)}
            </Button>
          </Group>
        </Panel>
      )}
    </Page>
  )
}
