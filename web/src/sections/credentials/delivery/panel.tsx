// The delivery to the customer: the page and PDF behind one link, and the e-mails.

import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Credential, Links } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { CustomerDelivery } from '../../../../../src/http/console/contract/credentials/delivery.ts'
import { receiverChoices } from '../../../../../src/words/words.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { CopyButton } from '../../../parts/text/code/copy-button.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useCodeWords } from '../../../words/codes.ts'
import { useCredentialWords } from '../words.ts'
import { MailList } from './mail-list.tsx'

const REFRESHED_MS = 5_000

interface Props {
  readonly credential: Credential
  /** Revealed together with the password. */
  readonly links: Links | null
  readonly onLinks: (links: Links | null) => void
}

export function DeliveryPanel({ credential, links, onLinks }: Props) {
  const words = useCredentialWords()
  const mayChange = useMay('credentials.change')
  const asked = useAnswer(at('/credentials/:id/handover', credential), { refetchInterval: REFRESHED_MS })
  return (
    <Panel title={words.delivery}>
      <Answered asked={asked} quiet>
        {(delivery) => (
          <>
            <Hint>{words.deliveryHint}</Hint>
            <LinkFacts delivery={delivery} links={links} />
            {mayChange && <LinkActions credential={credential} delivery={delivery} onLinks={onLinks} />}
            {/* The key resets the field when the customer's address changes. */}
            {mayChange && <SendMail key={credential.customerEmail} credential={credential} delivery={delivery} />}
            <MailList mails={delivery.mails} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function LinkFacts({ delivery, links }: { delivery: CustomerDelivery; links: Links | null }) {
  const words = useCredentialWords()
  const codes = useCodeWords()
  const [receiver, setReceiver] = useState<string | null>(null)
  if (delivery.linkWithdrawnAt)
    return (
      <Text size="sm">
        {words.withdrawn} <Moment at={delivery.linkWithdrawnAt} />.
      </Text>
    )
  if (!links) return <Text size="sm">{words.pageHidden}</Text>
  const withSteps = (url: string) => (receiver === null ? url : `${url}?receiver=${receiver}`)
  return (
    <>
      <Select
        label={words.receiver}
        description={words.receiverHint}
        placeholder={words.anyReceiver}
        data={receiverChoices(codes)}
        value={receiver}
        onChange={setReceiver}
        searchable
        clearable
      />
      <Facts
        facts={[
          [words.page, <LinkValue key="page" label={words.page} url={withSteps(links.url)} />],
          [words.pdf, <LinkValue key="pdf" label={words.pdf} url={withSteps(links.pdf)} />],
        ]}
      />
    </>
  )
}

function LinkValue({ label, url }: { label: string; url: string }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Anchor href={url} target="_blank" rel="noreferrer" className="code" size="sm">
        {url}
      </Anchor>
      <CopyButton value={url} label={label} />
    </Group>
  )
}

function LinkActions({
  credential,
  delivery,
  onLinks,
}: Pick<Props, 'credential' | 'onLinks'> & { delivery: CustomerDelivery }) {
  const words = useCredentialWords()
  const renew = useRenew()
  const path = at('/credentials/:id/link', credential)
  const done = (message: string) => {
    notify(message)
    return renew(at('/credentials/:id/handover', credential))
  }
  return (
    <Group gap="xs">
      {!delivery.linkWithdrawnAt && (
        <ConfirmButton
          size="compact-sm"
          action={words.withdraw}
          title={words.withdraw}
          consequence={words.withdrawConsequence}
          onConfirm={async () => {
            await api.delete(path)
            onLinks(null)
            await done(words.withdrawnDone)
          }}
        />
      )}
      <ConfirmButton
        size="compact-sm"
        action={words.newLink}
        title={words.newLink}
        consequence={words.newLinkConsequence}
        onConfirm={async () => {
          onLinks(await api.post(path))
          await done(words.newLinkDone)
        }}
      />
    </Group>
  )
}

function SendMail({ credential, delivery }: { credential: Credential; delivery: CustomerDelivery }) {
  const words = useCredentialWords()
  const renew = useRenew()
  const form = useFields(
    { email: credential.customerEmail ?? '' },
    ({ email }) => api.post(at('/credentials/:id/mail', { id: credential.id }), { email: email.trim() }),
    () => {
      notify(words.mailQueued(form.values.email.trim()))
      void renew(at('/credentials/:id/handover', credential))
    },
  )
  if (!delivery.canMail) return <Hint>{words.noMail}</Hint>
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            {...form.text('email')}
            type="email"
            label={words.sendTo}
            required
            flex="1 1 14rem"
            autoComplete="off"
          />
          <Button type="submit" variant="default" loading={form.sending}>
            {delivery.mails.length > 0 ? words.sendMailAgain : words.sendMail}
          </Button>
        </Group>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </form>
  )
}
