import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session.tsx'
import { DeliveryMark } from '../marks.tsx'
import type { Attempt, Delivery, Webhook } from '../types.ts'
import { usePlatformWords } from '../words.ts'
import { Attempts } from './attempts.tsx'

const EVERY_MS = 1_500

interface Answer {
  readonly delivery: Delivery & { readonly body: string }
  readonly attempts: readonly Attempt[]
}

/** One delivery, every attempt at it, and a way to send it again. While it is on its way, what comes of it appears here. */
export function DeliveryDrawer({ webhook, id }: { webhook: Webhook; id: string }) {
  const { deliveries: words } = usePlatformWords()
  const path = `/webhooks/${webhook.id}/deliveries`
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => api.get<Answer>(`${path}/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.delivery.state === 'pending' ? EVERY_MS : false),
  })
  return (
    <DetailDrawer title={words.one(Number(id))} listPath={`/platform/webhooks/${webhook.id}`}>
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {data && (
        <>
          <DeliveryFacts delivery={data.delivery} />
          <Resend webhook={webhook} delivery={data.delivery} />
          {data.attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noAttempts}
            </Text>
          ) : (
            <Attempts attempts={data.attempts} />
          )}
          <CodeBlock label={words.body} text={data.delivery.body} />
        </>
      )}
    </DetailDrawer>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const all = usePlatformWords()
  const words = all.deliveries
  return (
    <Facts
      facts={[
        [all.state, <DeliveryMark key="state" state={delivery.state} />],
        [words.event, all.webhooks.event[delivery.type] ?? delivery.type],
        [
          words.eventId,
          <span key="id" className="code">
            {delivery.eventId}
          </span>,
        ],
        [all.created, <Moment key="created" at={delivery.createdAt} />],
        ...(delivery.nextAttemptAt ? [[words.next, <Moment key="next" at={delivery.nextAttemptAt} />] as const] : []),
      ]}
    />
  )
}

function Resend({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { deliveries: words } = usePlatformWords()
  const queries = useQueryClient()
  const may = useMay('webhooks.change') && webhook.deactivated === null
  const resend = useMutation({
    mutationFn: () => api.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`),
    onSuccess: () => {
      notify(words.resent)
      return queries.invalidateQueries({ queryKey: [`/webhooks/${webhook.id}/deliveries`] })
    },
  })
  if (!may) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        {delivery.state === 'pending' ? words.tryNow : words.resend}
      </Button>
      {resend.error && <ProblemPanel error={resend.error} />}
    </>
  )
}
