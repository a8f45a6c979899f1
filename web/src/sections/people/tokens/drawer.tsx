import { Text } from '@mantine/core'
import type { Token } from '../../../../../src/http/console/contract/people/tokens.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { TokenMark } from './mark.tsx'
import { TokenRequests } from './requests.tsx'
import { useTokenWords } from './words.ts'

export function TokenDrawer({ id }: { id: string }) {
  const asked = useAnswer(at('/tokens/:id', { id }))
  return (
    <DetailDrawer title={asked.data?.token.name ?? id} listPath="/platform/tokens">
      <Answered asked={asked}>{({ token }) => <TokenFacts token={token} />}</Answered>
    </DetailDrawer>
  )
}

function TokenFacts({ token }: { token: Token }) {
  const words = useTokenWords()
  const parts = usePartWords()
  const mayRevoke = useMay('tokens.change') && token.state !== 'revoked'
  const renew = useRenew()
  const revoke = async () => {
    await api.delete(at('/tokens/:id', token))
    notify(words.revoked(token.name))
    await renew('/tokens')
  }
  return (
    <>
      <Facts
        facts={[
          [parts.state, <TokenMark key="state" state={token.state} />],
          ...(token.test ? [[words.mode, words.testHint] as const] : []),
          [parts.owner, token.ownerName],
          ...token.scopes.map((scope) => [words.scope[scope][0], words.scope[scope][1]] as const),
          ...(token.webhooksByRead ? [[words.webhooks, words.webhooksByRead] as const] : []),
          [words.limits, token.limits.map((limit) => words.limit[limit][1]).join(' ') || words.noLimits],
          [parts.created, <Moment key="created" at={token.createdAt} />],
          [words.lastUsed, <Moment key="used" at={token.lastUsedAt} none={words.neverUsed} />],
          [words.expires, <Moment key="expires" at={token.expiresAt} none={words.neverExpires} />],
          ...(token.revokedAt ? [[words.revokedAt, <Moment key="revoked" at={token.revokedAt} />] as const] : []),
        ]}
      />
      {mayRevoke && (
        <DestroyButton
          action={words.revoke}
          title={words.revokeTitle(token.name)}
          consequence={
            <>
              <Text size="sm">{words.revokeConsequence(token.ownerName)}</Text>
              <Text size="sm" mt="xs">
                {words.usedRecently} <Moment at={token.lastUsedAt} none={words.neverUsed} />
              </Text>
            </>
          }
          onConfirm={revoke}
        />
      )}
      <TokenRequests id={token.id} />
    </>
  )
}
