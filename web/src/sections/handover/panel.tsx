// What the customer has in hand: the page and the PDF behind one link, and the mails that were sent.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session.tsx'
import type { Credential, Handover, Links } from '../credentials/types.ts'
import { useCredentialWords } from '../credentials/words.ts'
import { MailList } from './mail-list.tsx'

const REFRESHED_MS = 5_000

interface Props {
  readonly credential: Credential
  /** Known once the password is: they are one secret. */
  readonly links: Links | null
  readonly onLinks: (links: Links | null) => void
}

export function HandoverPanel({ credential, links, onLinks }: Props) {
  const words = useCredentialWords()
  const mayChange = useMay('credentials.change')
  const path = `/credentials/${credential.id}/handover`
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<Handover>(path, {}, signal),
    refetchInterval: REFRESHED_MS,
  })
  return (
    <Panel title={words.handover}>
      {error && !data && <ProblemPanel error={error} again={refetch} />}
      {data && (
        <>
          <Text size="sm" c="dimmed">
            {words.handoverHint}
          </Text>
          <LinkFacts handover={data} links={links} />
          {mayChange && <LinkActions credential={credential} handover={data} onLinks={onLinks} />}
          {mayChange && <SendMail credential={credential} handover={data} />}
          <MailList mails={data.mails} />
        </>
      )}
    </Panel>
  )
}

function LinkFacts({ handover, links }: { handover: Handover; links: Links | null }) {
  const words = useCredentialWords()
  if (handover.linkWithdrawnAt)
    return (
      <Text size="sm">
        {words.withdrawn} <Moment at={handover.linkWithdrawnAt} />.
      </Text>
    )
  if (!links) return <Text size="sm">{words.pageHidden}</Text>
  return (
    <Facts
      facts={[
        [words.page, <LinkValue key="page" label={words.page} url={links.url} />],
        [words.pdf, <LinkValue key="pdf" label={words.pdf} url={links.pdf} />],
      ]}
    />
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
  handover,
  onLinks,
}: Pick<Props, 'credential' | 'onLinks'> & { handover: Handover }) {
  const words = useCredentialWords()
  const queries = useQueryClient()
  const [withdrawing, withdrawal] = useDisclosure(false)
  const [renewing, renewal] = useDisclosure(false)
  const path = `/credentials/${credential.id}/link`
  const refresh = () => queries.invalidateQueries({ queryKey: [`/credentials/${credential.id}/handover`] })
  return (
    <Group gap="xs">
      {!handover.linkWithdrawnAt && (
        <Button size="compact-sm" variant="default" onClick={withdrawal.open}>
          {words.withdraw}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={renewal.open}>
        {words.newLink}
      </Button>
      <Confirm
        opened={withdrawing}
        title={words.withdraw}
        consequence={words.withdrawConsequence}
        action={words.withdraw}
        onClose={withdrawal.close}
        onConfirm={async () => {
          await api.delete(path)
          onLinks(null)
          notify(words.withdrawnDone)
          await refresh()
        }}
      />
      <Confirm
        opened={renewing}
        title={words.newLink}
        consequence={words.newLinkConsequence}
        action={words.newLink}
        onClose={renewal.close}
        onConfirm={async () => {
          onLinks(await api.post<Links>(path))
          notify(words.newLinkDone)
          await refresh()
        }}
      />
    </Group>
  )
}

function SendMail({ credential, handover }: { credential: Credential; handover: Handover }) {
  const words = useCredentialWords()
  const queries = useQueryClient()
  const form = useFields(
    { email: credential.customerEmail ?? '' },
    ({ email }) => api.post(`/credentials/${credential.id}/mail`, { email: email.trim() }),
    () => {
      notify(words.mailQueued(form.values.email.trim()))
      void queries.invalidateQueries({ queryKey: [`/credentials/${credential.id}/handover`] })
    },
  )
  if (!handover.canMail)
    return (
      <Text size="sm" c="dimmed">
        {words.noMail}
      </Text>
    )
  return (
    <form onSubmit={form.onSubmit}>
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
          <Button type="submit" variant="default" loading={form.sending} disabled={form.values.email.trim() === ''}>
            {handover.mails.length > 0 ? words.sendMailAgain : words.sendMail}
          </Button>
        </Group>
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </form>
  )
}
