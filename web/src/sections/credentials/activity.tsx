// Why it connects or does not, in words; then its sessions and the attempts that were refused.
import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useFigures } from '../../parts/figures.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { SimpleTable } from '../../parts/simple-table.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useCodeWords } from '../../words/codes.ts'
import type { Activity as Answer, Refusal, RoverSession } from './types.ts'
import { useFindingText } from './use-finding-text.ts'
import { useCredentialWords } from './words.ts'

const REFRESHED_MS = 10_000

export function Activity({ id }: { id: number }) {
  const words = useCredentialWords()
  const textOf = useFindingText()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/credentials', String(id), 'activity'],
    queryFn: ({ signal }) => api.get<Answer>(`/credentials/${id}/activity`, {}, signal),
    refetchInterval: REFRESHED_MS,
  })
  if (isPending) return <Waiting />
  if (!data) return <ProblemPanel error={error} again={refetch} />
  return (
    <>
      <Panel title={words.why}>
        <List size="sm" spacing={4}>
          {data.findings.map((finding) => (
            <List.Item key={finding.kind}>{textOf(finding)}</List.Item>
          ))}
        </List>
      </Panel>
      <Sessions sessions={data.sessions} />
      <Refusals refusals={data.refusals} />
    </>
  )
}

function Sessions({ sessions }: { sessions: readonly RoverSession[] }) {
  const words = useCredentialWords()
  const { access } = useCodeWords()
  const figures = useFigures()
  const fixed = ({ positions, fixedPositions }: RoverSession) =>
    positions === 0 ? '' : figures.percent(Math.round((100 * fixedPositions) / positions))
  return (
    <Panel title={words.sessionList}>
      {sessions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noSessions}
        </Text>
      ) : (
        <SimpleTable
          label={words.sessionList}
          columns={[
            { title: words.since },
            { title: words.ended },
            { title: words.data, number: true },
            { title: words.fixed, number: true },
            { title: words.address },
          ]}
          rows={sessions.map((session) => ({
            key: session.id,
            cells: [
              <Moment key="since" at={session.startedAt} />,
              session.endedAt === null ? (
                words.live
              ) : (
                <span key="ended">
                  <Moment at={session.endedAt} />: {access.ends[session.endReason ?? 'node_lost']}
                </span>
              ),
              figures.bytes(session.bytes),
              fixed(session),
              <span key="address" title={session.agent}>
                {session.address}
              </span>,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  const words = useCredentialWords()
  const { access } = useCodeWords()
  const figures = useFigures()
  return (
    <Panel title={words.refusalList}>
      {refusals.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noRefusals}
        </Text>
      ) : (
        <SimpleTable
          label={words.refusalList}
          columns={[
            { title: words.when },
            { title: words.reason },
            { title: words.times, number: true },
            { title: words.asked },
            { title: words.address },
          ]}
          rows={refusals.map(({ lastAt, reason, times, mountpoint, address }, place) => ({
            key: place,
            cells: [
              <Moment key="last" at={lastAt} />,
              access.reasons[reason].short,
              figures.number(times),
              <span key="asked" className="code">
                {mountpoint}
              </span>,
              address,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
