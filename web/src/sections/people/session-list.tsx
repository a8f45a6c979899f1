// Console sessions, which users can end for themselves and administrators for anyone.

import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Session } from '../../../../src/http/console/contract/people/people.ts'
import { notify, notifyProblem } from '../../parts/notify.ts'
import { ProblemPanel, useProblemText } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { browserName } from './browser-name.ts'
import { usePeopleWords } from './words.ts'

/** `of` is a user id; if omitted, the signed-in user. */
export function SessionList({ of, mayEnd }: { of?: number; mayEnd: boolean }) {
  const { sessions: words } = usePeopleWords()
  const textOf = useProblemText()
  const renew = useRenew()
  const own = of === undefined
  const path = own ? '/account/sessions' : at('/users/:id/sessions', { id: of })
  const { data, error, isPending, refetch } = useAnswer(path)
  const end = useMutation({
    mutationFn: async (id: number | null) => {
      if (id === null) return (await api.delete(path)).ended
      await api.delete(
        own ? at('/account/sessions/:id', { id }) : at('/users/:id/sessions/:sessionId', { id: of, sessionId: id }),
      )
      return 1
    },
    onSuccess: (ended) => {
      notify(words.ended(ended))
      return renew(path)
    },
    onError: (problem) => notifyProblem(textOf(problem)),
  })
  if (isPending) return <Waiting />
  if (error) return <ProblemPanel error={error} again={refetch} />
  const others = data.sessions.filter(({ current }) => !current)
  return (
    <Stack gap="xs">
      {data.sessions.length === 0 && <Hint>{words.none}</Hint>}
      {data.sessions.map((session) => (
        <SessionCard key={session.id} session={session}>
          {mayEnd && !(own && session.current) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.endOne(browserName(session.agent) ?? words.unknownAgent)}
              loading={end.isPending && end.variables === session.id}
              onClick={() => end.mutate(session.id)}
            >
              {words.end}
            </Button>
          )}
        </SessionCard>
      ))}
      {mayEnd && others.length > (own ? 0 : 1) && (
        <Button
          variant="outline"
          color="red.9"
          size="compact-sm"
          loading={end.isPending && end.variables === null}
          onClick={() => end.mutate(null)}
          style={{ alignSelf: 'flex-start' }}
        >
          {own ? words.endOthers : words.endAll}
        </Button>
      )}
    </Stack>
  )
}

function SessionCard({ session, children }: { session: Session; children: ReactNode }) {
  const { sessions: words } = usePeopleWords()
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" fw={600} title={session.agent ?? undefined}>
              {browserName(session.agent) ?? words.unknownAgent}
            </Text>
            {session.current && (
              <Badge size="sm" variant="light" tt="none">
                {words.current}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            <span className="code">{session.address}</span> · {words.seen} <Moment at={session.seenAt} /> ·{' '}
            {words.started} <Moment at={session.createdAt} />
          </Text>
        </div>
        {children}
      </Group>
    </Paper>
  )
}
