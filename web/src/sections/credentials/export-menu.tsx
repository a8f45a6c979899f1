import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { api, type QueryFor, urlOf } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { useCredentialWords } from './words.ts'

/** Exports the filtered list as CSV; including passwords needs a confirmation. */
export function ExportMenu({ query }: { query: QueryFor<'GET', '/credentials.csv'> }) {
  const words = useCredentialWords()
  const mayReveal = useMay('credentials.reveal')
  const [asked, { open, close }] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            {words.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={urlOf('/credentials.csv', query)} download>
            {words.exportPlain}
          </Menu.Item>
          {mayReveal && <Menu.Item onClick={open}>{words.exportPasswords}</Menu.Item>}
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
