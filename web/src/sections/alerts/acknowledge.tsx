import { Anchor, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notifyProblem } from '../../parts/notify.ts'
import { useProblemText } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { LogMoment, Moment } from '../../parts/text/moment.tsx'
import { useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useMay, useMe } from '../../session/session.tsx'
import { decide } from './decided.ts'
import { useAlertWords } from './words.ts'

interface Acting {
  readonly ids: readonly number[]
  /** End of a snooze. */
  readonly until?: string
}

export function useActing(to: '/alerts/acknowledge' | '/alerts/unacknowledge') {
  const renew = useRenew()
  const textOf = useProblemText()
  const { user } = useMe()
  const isKnown = to === '/alerts/acknowledge'
  return useMutation({
    mutationFn: ({ ids, until }: Acting) => api.post(to, { ids: [...ids], ...(until && { until }) }),
    onSuccess(_, { ids, until = null }) {
      const acknowledgedAt = isKnown ? new Date().toISOString() : null
      decide(ids, { acknowledgedAt, acknowledgedBy: isKnown ? user.email : null, snoozedUntil: until })
      return renew('/alerts')
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
}

/** `what` distinguishes the buttons for screen readers. */
export function AcknowledgeButton({ id, what }: { id: number; what: string }) {
  const words = useAlertWords()
  const { mutate, isPending } = useActing('/alerts/acknowledge')
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isPending}
      aria-label={words.acknowledgeOne(what)}
      title={words.acknowledgeHint}
      onClick={() => mutate({ ids: [id] })}
    >
      {words.acknowledge}
    </Button>
  )
}

export function AcknowledgeAll({ ids }: { ids: readonly number[] }) {
  const words = useAlertWords()
  const { mutate, isPending } = useActing('/alerts/acknowledge')
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      title={words.acknowledgeHint}
      onClick={() => mutate({ ids })}
    >
      {words.acknowledgeAll(ids.length)}
    </Button>
  )
}

interface Acknowledged {
  readonly id: number
  readonly acknowledgedAt: string | null
  readonly acknowledgedBy: string | null
  readonly snoozedUntil: string | null
}

/** The user who acknowledged the alert, and the time. `mayUndo` is true while the alert is open. */
export function AcknowledgedBy({
  alert: { id, acknowledgedAt, acknowledgedBy, snoozedUntil },
  what,
  mayUndo,
  isNamed = false,
}: {
  alert: Acknowledged
  what: string
  mayUndo: boolean
  /** The context already states that the alert is acknowledged. */
  isNamed?: boolean
}) {
  const words = useAlertWords()
  const mayChange = useMay('network.change')
  const { mutate, isPending } = useActing('/alerts/unacknowledge')
  return (
    <Group gap={6} component="span" display="inline-flex">
      <Hint span size="xs" style={{ overflowWrap: 'anywhere' }}>
        {isNamed ? acknowledgedBy : words.acknowledged(acknowledgedBy ?? '')}, <Moment at={acknowledgedAt} />
        {snoozedUntil && (
          <>
            {' '}
            · {words.snoozedUntil} <LogMoment at={snoozedUntil} />
          </>
        )}
      </Hint>
      {mayUndo && mayChange && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          disabled={isPending}
          aria-label={words.undoOne(what)}
          onClick={() => mutate({ ids: [id] })}
        >
          {words.undo}
        </Anchor>
      )}
    </Group>
  )
}
