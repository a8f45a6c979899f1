// Rebuilds what the rover of a session was sent, and offers the bytes and the report for download.

import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RoverSession } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { dictionary } from '../../../language.tsx'
import { ABOVE_DRAWERS } from '../../../parts/dialogs/layers.ts'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { MINUTE_MS } from '../../../parts/time-units.ts'
import { type Answer, api, at, type Filled } from '../../../service/api.ts'
import { sentPartText, sentText, useCodeWords } from '../../../words/codes.ts'
import { en } from '../../../words/en/credentials/sent.ts'
import { es } from '../../../words/es/credentials/sent.ts'

type Sent = Answer<'POST', Filled<'/sessions/:id/sent'>>
const FIRST_WINDOW_MS = 10 * MINUTE_MS
const SECOND_MS = 1000
const useWords = dictionary(es, en)

/** Value for `<input type="datetime-local">` with seconds, in the browser's time zone. */
const localText = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 19)

export function SentButton({ session }: { session: RoverSession }) {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <SentDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

function SentDialog({ session, onClose }: { session: RoverSession; onClose: () => void }) {
  const words = useWords()
  const [sent, setSent] = useState<Sent | null>(null)
  const endMs = Math.ceil((session.endedAt ? new Date(session.endedAt).getTime() : Date.now()) / SECOND_MS) * SECOND_MS
  const startMs = Math.max(new Date(session.startedAt).getTime(), endMs - FIRST_WINDOW_MS)
  const form = useFields(
    { from: localText(startMs), to: localText(endMs) },
    ({ from, to }) =>
      api.post(at('/sessions/:id/sent', session), {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      }),
    setSent,
  )
  return (
    <FormDialog form={form} opened title={words.title} action={words.action} zIndex={ABOVE_DRAWERS} onClose={onClose}>
      <Text size="sm">{words.hint}</Text>
      <DateField {...form.text('from')} type="datetime-local" step={1} label={words.from} required />
      <DateField {...form.text('to')} type="datetime-local" step={1} label={words.to} required />
      {sent && <Rebuilt key={`${sent.report.from} ${sent.report.to} ${sent.report.sha256}`} sent={sent} />}
    </FormDialog>
  )
}

function Rebuilt({ sent: { report, data } }: { sent: Sent }) {
  const words = useWords()
  const codes = useCodeWords()
  const { bytes } = useFigures()
  const clock = (time: string) => new Date(time).toLocaleTimeString()
  const parts = report.parts.map((part) => ({ ...part, says: sentPartText(codes, part) }))
  const says = sentText(codes, report)
  const name = `${report.mountpoint}-${report.session}`
  return (
    <Stack gap="xs" role="status">
      <List size="sm" spacing={4}>
        {parts.map((part) => (
          <List.Item key={part.from}>
            {words.part(part.station ?? words.computed, clock(part.from), clock(part.to), bytes(part.bytes))}{' '}
            {part.says.join(' ')}
          </List.Item>
        ))}
        {says.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        <FileLink
          name={`${name}.rtcm3`}
          label={words.bytesFile(bytes(report.bytes))}
          file={Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))}
        />
        <FileLink name={`${name}.json`} label={words.reportFile} file={JSON.stringify({ ...report, parts, says })} />
      </Group>
    </Stack>
  )
}

function FileLink({ name, label, file }: { name: string; label: string; file: BlobPart }) {
  const [href] = useState(() => URL.createObjectURL(new Blob([file])))
  useEffect(() => () => URL.revokeObjectURL(href), [href])
  return (
    <Button component="a" href={href} download={name} variant="default" size="xs">
      {label}
    </Button>
  )
}
