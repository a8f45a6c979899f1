import { Stack, Text } from '@mantine/core'
import type { Token } from '../../../../../src/http/console/contract/people/tokens.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { ObjectHeader } from '../../../parts/marks/object-header.tsx'
import { notify } from '../../../parts/notify.ts'
import { CodeBlock } from '../../../parts/text/code/code-block.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { DayMoment, Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { TokenMark } from './mark.tsx'
import { firstRequest } from './presets.ts'
import { TokenRequests } from './requests.tsx'
import { ScopeName } from './scope-name.tsx'
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
  return (
    <>
      <ObjectHeader
        state={<TokenMark state={token.state} />}
        subtitle={token.ownerName}
        facts={[
          [parts.created, <DayMoment key="created" at={token.createdAt} />],
          [words.lastUsed, <Moment key="used" at={token.lastUsedAt} none={words.neverUsed} />],
          token.revokedAt
            ? [words.revokedAt, <DayMoment key="revoked" at={token.revokedAt} />]
            : [words.expires, <DayMoment key="expires" at={token.expiresAt} none={words.neverExpires} />],
        ]}
        actions={mayRevoke && <RevokeButton token={token} />}
      />
      {token.lastUsedAt === null && token.state === 'valid' && (
        <CodeBlock label={words.tryIt} text={firstRequest(token.scopes, location.origin, words.yourToken)} />
      )}
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {words.scopes}
        </Text>
        {token.scopes.map((scope) => (
          <div key={scope}>
            <Text size="sm">
              <ScopeName scope={scope} />
            </Text>
            <Hint size="xs">{words.scope[scope][1]}</Hint>
          </div>
        ))}
      </Stack>
      <Facts
        facts={[
          ...(token.test ? [[words.mode, words.testHint] as const] : []),
          ...(token.webhooksByRead ? [[words.webhooks, words.webhooksByRead] as const] : []),
          [words.limits, token.limits.map((limit) => words.limit[limit][1]).join(' ') || words.noLimits],
        ]}
      />
      <TokenRequests id={token.id} />
    </>
  )
}

function RevokeButton({ token }: { token: Token }) {
  const words = useTokenWords()
  const renew = useRenew()
  const revoke = async () => {
    await api.delete(at('/tokens/:id', token))
    notify(words.revoked(token.name))
    await renew('/tokens')
  }
  return (
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
  )
}
