// The actions of the list: buttons on wide screens, one "+" on phones.
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconFileSpreadsheet, IconListCheck, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { api, type QueryFor, urlOf } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { useBulkWords } from './bulk/words.ts'
import { useCredentialWords } from './words.ts'

const NEW = '/credentials/new'
const IMPORT = '/credentials/import'
const JOBS = '/credentials/jobs'

export function PageActions({ query }: { query: QueryFor<'GET', '/credentials.csv'> }) {
  const words = useCredentialWords()
  const { moreActions } = usePartWords()
  const { job } = useBulkWords()
  const mayChange = useMay('credentials.change')
  const mayReveal = useMay('credentials.reveal')
  const [asked, { open, close }] = useDisclosure(false)
  const exports = (
    <>
      <Menu.Item
        component="a"
        href={urlOf('/credentials.csv', query)}
        download
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {words.exportPlain}
      </Menu.Item>
      {mayReveal && (
        <Menu.Item onClick={open} leftSection={<IconDownload size={16} aria-hidden />}>
          {words.exportPasswords}
        </Menu.Item>
      )}
    </>
  )
  return (
    <>
      <Group gap="xs" visibleFrom="sm">
        {mayChange && <LinkButton href={JOBS} icon={IconListCheck} text={job.title} />}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
              {words.export}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>{exports}</Menu.Dropdown>
        </Menu>
        {mayChange && (
          <>
            <LinkButton href={IMPORT} icon={IconFileSpreadsheet} text={words.importFile} />
            <NewButton href={NEW} text={words.issue} />
          </>
        )}
      </Group>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} hiddenFrom="sm" aria-label={moreActions}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && (
            <>
              <Menu.Item component={Link} href={NEW} leftSection={<IconPlus size={16} aria-hidden />}>
                {words.issue}
              </Menu.Item>
              <Menu.Item component={Link} href={IMPORT} leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
                {words.importFile}
              </Menu.Item>
              <Menu.Item component={Link} href={JOBS} leftSection={<IconListCheck size={16} aria-hidden />}>
                {job.title}
              </Menu.Item>
            </>
          )}
          {exports}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asked}
        title={words.exportTitle}
        consequence={words.exportConsequence}
        action={words.exportAction}
        harmless
        onConfirm={() => api.download('/credentials.csv', query, 'credenciales.csv')}
        onClose={close}
      />
    </>
  )
}
