import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useMay } from '../../session.tsx'
import { TokenMark } from '../webhooks/marks.tsx'
import type { Token } from '../webhooks/types.ts'
import { usePlatformWords } from '../webhooks/words.ts'

export function TokenDrawer({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/tokens', id],
    queryFn: ({ signal }) => api.get<{ token: Token }>(`/tokens/${id}`, {}, signal),
  })
  return (
    <DetailDrawer title={data?.token.name ?? id} listPath="/platform/tokens">
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {data && <TokenFacts token={data.token} />}
    </DetailDrawer>
  )
}

function TokenFacts({ token }: { token: Token }) {
  const all = usePlatformWords()
  const words = all.tokens
  const mayRevoke = useMay('tokens.change') && token.state !== 'revoked'
  const [asked, { open, close }] = useDisclosure(false)
  const queries = useQueryClient()
  const revoke = async () => {
    await api.delete(`/tokens/${token.id}`)
    notify(words.revoked(token.name))
    await queries.invalidateQueries({ queryKey: ['/tokens'] })
  }
  return (
    <>
      <Facts
        facts={[
          [all.state, <TokenMark key="state" state={token.state} />],
          [all.owner, token.ownerName],
          [words.scopes, token.scopes.join(', ')],
          [all.created, <Moment key="created" at={token.createdAt} />],
          [words.lastUsed, <Moment key="used" at={token.lastUsedAt} none={words.neverUsed} />],
          [words.expires, <Moment key="expires" at={token.expiresAt} none={words.neverExpires} />],
          ...(token.revokedAt ? [[words.revokedAt, <Moment key="revoked" at={token.revokedAt} />] as const] : []),
        ]}
      />
      {mayRevoke && (
        <Button color="red.9" variant="outline" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {words.revoke}
        </Button>
      )}
      <Confirm
        opened={asked}
        title={words.revokeTitle(token.name)}
        consequence={
          <>
            <Text size="sm">{words.revokeConsequence(token.ownerName)}</Text>
            <Text size="sm" mt="xs">
              {words.usedRecently} <Moment at={token.lastUsedAt} none={words.neverUsed} />
            </Text>
          </>
        }
        action={words.revoke}
        onConfirm={revoke}
        onClose={close}
      />
    </>
  )
}
