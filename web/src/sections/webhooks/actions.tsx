import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPlayerPause, IconRefresh, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { notify, notifyProblem } from '../../parts/notify.ts'
import { useProblemText } from '../../parts/problem-panel.tsx'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { usePendingText } from './pending-text.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { useWebhookWords } from './words.ts'

type Asked = 'rotate' | 'recover' | 'deactivate' | null

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const textOf = useProblemText()
  const pendingText = usePendingText()
  const [, go] = useLocation()
  const renewAll = useRenew()
  const [asked, setAsked] = useState<Asked>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const here = `/platform/webhooks/${webhook.id}`
  const renew = () => renewAll('/webhooks')
  const close = () => setAsked(null)

  const test = useMutation({
    mutationFn: () => api.post(at('/webhooks/:id/test', webhook)),
    onSuccess: ({ deliveryId }) => {
      void renew()
      go(`${here}/deliveries/${deliveryId}`)
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
  const enable = useMutation({
    mutationFn: () => api.post(at('/webhooks/:id/enable', webhook)),
    onSuccess: () => {
      notify(words.enabled)
      return renew()
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
  const rotate = async () => setSecret((await api.post(at('/webhooks/:id/rotate', webhook))).secret)
  const deactivate = async () => {
    await api.delete(at('/webhooks/:id', webhook))
    notify(words.deactivated)
    await renew()
  }

  return (
    <>
      {webhook.deactivated === null ? (
        <Button leftSection={<IconSend size={16} aria-hidden />} loading={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate()}>
          {words.enable}
        </Button>
      )}
      <Button component={Link} href={`${here}/edit`} variant="default">
        {words.edit}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={words.actions}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setAsked('rotate')}>
            {words.rotate}
          </Menu.Item>
          {webhook.deactivated === null && (
            <>
              <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setAsked('recover')}>
                {words.recover}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconPlayerPause size={16} aria-hidden />}
                color="red.9"
                onClick={() => setAsked('deactivate')}
              >
                {words.deactivate}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asked === 'rotate'}
        title={words.rotateTitle}
        consequence={words.rotateConsequence}
        action={words.rotate}
        harmless
        onConfirm={rotate}
        onClose={close}
      />
      <Confirm
        opened={asked === 'deactivate'}
        title={words.deactivateTitle}
        consequence={words.deactivateConsequence(webhook.url, pendingText(webhook))}
        action={words.deactivate}
        onConfirm={deactivate}
        onClose={close}
      />
      <RecoverDialog webhook={webhook} opened={asked === 'recover'} onClose={close} />
      <SecretDialog
        title={words.secretTitle}
        secret={secret}
        onStored={() => {
          setSecret(null)
          void renew()
        }}
      >
        {words.secretHint}
      </SecretDialog>
    </>
  )
}
