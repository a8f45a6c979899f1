// Public links to the wall: created here, shown once, and withdrawn here.
import { Anchor, Box, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WallLink } from '../../../../../src/http/console/contract/network/wall-links.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useWallWords } from '../../../wall/words.ts'
import { usePartWords } from '../../../words/common.ts'

export default function WallLinks({ onClose }: { onClose: () => void }) {
  const words = useWallWords()
  const mayChange = useMay('settings.change')
  const asked = useAnswer('/wall-links')
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.share}
      size="lg"
      closeButtonProps={{ 'aria-label': usePartWords().close }}
    >
      <Stack gap="md">
        <Text size="sm">{words.linksHint}</Text>
        <Answered asked={asked}>
          {({ links }) =>
            links.length === 0 ? (
              <Hint>{words.noLinks}</Hint>
            ) : (
              <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {links.map((link) => (
                  <LinkRow key={link.id} link={link} mayChange={mayChange} />
                ))}
              </Stack>
            )
          }
        </Answered>
        {mayChange && <NewLink />}
      </Stack>
    </Modal>
  )
}

function LinkRow({ link: { id, name, createdBy, createdAt }, mayChange }: { link: WallLink; mayChange: boolean }) {
  const words = useWallWords()
  const renew = useRenew()
  return (
    <Group justify="space-between" gap="xs" component="li">
      <Box miw={0}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {words.createdBy(createdBy)} · <Moment at={createdAt} />
        </Text>
      </Box>
      {mayChange && (
        <ConfirmButton
          size="xs"
          action={words.withdraw}
          title={words.withdrawTitle(name)}
          consequence={words.withdrawConsequence}
          onConfirm={async () => {
            await api.delete(at('/wall-links/:id', { id }))
            notify(words.withdrawn(name))
            await renew('/wall-links')
          }}
        />
      )}
    </Group>
  )
}

function NewLink() {
  const words = useWallWords()
  const renew = useRenew()
  const [made, setMade] = useState<{ name: string; url: string } | null>(null)
  const form = useFields(
    { name: '' },
    ({ name }) => api.post('/wall-links', { name: name.trim() }),
    ({ link, url }) => {
      void renew('/wall-links')
      setMade({ name: link.name, url })
    },
  )
  const finish = () => {
    setMade(null)
    form.reset()
  }
  return (
    <>
      <Form form={form} action={words.create} narrow>
        <TextInput
          {...form.text('name')}
          label={words.linkName}
          description={words.linkNameHint}
          required
          maxLength={120}
          data-autofocus
        />
      </Form>
      <SecretDialog title={made ? words.created(made.name) : ''} secret={made?.url ?? null} onStored={finish}>
        {made && (
          <Anchor href={made.url} target="_blank" rel="noreferrer" size="sm">
            {words.open}
          </Anchor>
        )}
      </SecretDialog>
    </>
  )
}
