// Imports credentials from a CSV file: choose the file, check the preview, start.

import { Button, FileButton, Group, List, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PreviewRow } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { BackButton, LinkButton } from '../../../parts/buttons/link-button.tsx'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMay, useMe } from '../../../session/session.tsx'
import { keepLastOwner, lastOwner } from '../issue/last-owner.ts'
import { useCredentialWords } from '../words.ts'
import { ImportPreview } from './import-preview.tsx'
import { JobList } from './list.tsx'

const CSV = 'text/csv'
const EXAMPLE =
  'dias,station_codigo,label,cliente_nombre,cliente_email,inicia_at,referencia,metadatos\r\n30,,Obra norte,María Peña,maria@example.mx,,PED-1042,equipo=R12\r\n7,,Presa,José Ibáñez,,,,\r\n'

interface Previewed {
  readonly file: File
  readonly rows: readonly PreviewRow[]
  /** Idempotency key: a double click or a repeated request starts one job. */
  readonly key: string
}

export function ImportPage() {
  const words = useCredentialWords()
  const { user } = useMe()
  const mayMove = useMay('credentials.import')
  const [, go] = useLocation()
  const renew = useRenew()
  const [ownerId, setOwnerId] = useState(user.ownerId ?? lastOwner())
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const looking = useMutation({
    mutationFn: async (file: File) => {
      const { rows } = await api.upload('/credentials/jobs/preview', {}, CSV, file)
      return { file, rows, key: crypto.randomUUID() }
    },
    onMutate: () => setPreviewed(null),
    onSuccess: setPreviewed,
  })
  const starting = useMutation({
    mutationFn: ({ file, key }: Previewed) =>
      api.upload('/credentials/jobs', { ownerId, key, fileName: file.name.slice(0, 200) }, CSV, file),
    onSuccess({ job }) {
      if (job.ownerId !== null) keepLastOwner(job.ownerId)
      void renew('/credentials/jobs')
      go(`/credentials/jobs/${job.id}`)
    },
  })
  const good = previewed?.rows.filter(({ problems }) => problems.length === 0).length ?? 0
  return (
    <Page
      title={words.importTitle}
      hint={words.importHint}
      actions={<BackButton href="/credentials" text={words.back} />}
    >
      <Panel title={words.file}>
        <OwnerSelect label={words.owner} value={ownerId} onChange={setOwnerId} required />
        <Group gap="xs">
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => file && looking.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                loading={looking.isPending}
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              >
                {previewed ? words.otherFile : words.chooseFile}
              </Button>
            )}
          </FileButton>
          <Button
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${EXAMPLE}`)}`}
            download="credenciales-ejemplo.csv"
            variant="subtle"
          >
            {words.template}
          </Button>
        </Group>
        {!previewed && <Columns />}
        {looking.error && <ProblemPanel error={looking.error} />}
      </Panel>
      {previewed && (
        <Panel title={`${words.preview}: ${previewed.file.name}`}>
          <ImportPreview rows={previewed.rows} />
          {starting.error && <ProblemPanel error={starting.error} />}
          <Group gap="sm">
            <Button
              disabled={good === 0 || ownerId === null}
              loading={starting.isPending}
              onClick={() => starting.mutate(previewed)}
            >
              {words.start(good)}
            </Button>
            {ownerId === null && <Hint>{words.chooseOwner}</Hint>}
          </Group>
        </Panel>
      )}
      {mayMove && <LinkButton href="/credentials/move" icon={IconFileSpreadsheet} text={words.move.title} />}
      <JobList />
    </Page>
  )
}

function Columns() {
  const words = useCredentialWords()
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.columnsTitle}
      </Text>
      <List size="sm" spacing={2}>
        {words.columns.map(([name, meaning]) => (
          <List.Item key={name}>
            <span className="code">{name}</span>: {meaning}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
