// Why the credential can or cannot connect, then its sessions and rejected attempts.

import { List } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RefusedAttempts, RoverSession } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { Answered } from '../../../parts/answered.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { NoData } from '../../../parts/marks/no-data.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { CellDetail, useSessionQuality } from '../../../parts/text/session-quality.tsx'
import type { Answer, Filled } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useCodeWords } from '../../../words/codes.ts'
import { useCredentialWords } from '../words.ts'
import { SentButton } from './sent-dialog.tsx'
import { useFindingText } from './use-finding-text.ts'

type ActivityAnswer = Answer<'GET', Filled<'/credentials/:id/activity'>>

export function Activity({ asked }: { asked: UseQueryResult<ActivityAnswer> }) {
  const words = useCredentialWords()
  const textOf = useFindingText()
  return (
    <Answered asked={asked} quiet>
      {(data) => (
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
      )}
    </Answered>
  )
}

function Sessions({ sessions }: { sessions: readonly RoverSession[] }) {
  const words = useCredentialWords()
  const { access } = useCodeWords()
  const figures = useFigures()
  const quality = useSessionQuality('median')
  const mayReadSent = useMay('network.change')
  const fixed = ({ positions, fixedPositions }: RoverSession) =>
    positions === 0 ? '—' : figures.percent(Math.round((100 * fixedPositions) / positions))
  return (
    <Panel title={words.sessionList}>
      {sessions.length === 0 ? (
        <Hint>{words.noSessions}</Hint>
      ) : (
        <SimpleTable
          label={words.sessionList}
          columns={[
            { title: words.since },
            { title: words.ended },
            { title: words.data, number: true },
            { title: words.fixed, number: true },
            { title: quality.words.age, number: true },
            { title: quality.words.base, number: true },
            { title: quality.words.gaps, number: true },
          ]}
          rows={sessions.map((session) => ({
            key: session.id,
            cells: [
              <div key="since" title={session.agent}>
                <LogMoment at={session.startedAt} wraps />
                <CellDetail>{session.address}</CellDetail>
              </div>,
              session.endedAt === null ? (
                <div key="live">
                  {words.live}
                  <NoData session={session} />
                </div>
              ) : (
                <div key="ended">
                  <LogMoment at={session.endedAt} wraps />: {access.ends[session.endReason ?? 'node_lost']}
                  <NoData session={session} />
                </div>
              ),
              <div key="data">
                {figures.bytes(session.bytes)}
                {mayReadSent && session.bytes > 0 && (
                  <CellDetail>
                    <SentButton session={session} />
                  </CellDetail>
                )}
              </div>,
              fixed(session),
              quality.age(session),
              quality.base(session),
              quality.gaps(session),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Refusals({ refusals }: { refusals: readonly RefusedAttempts[] }) {
  const words = useCredentialWords()
  const { access } = useCodeWords()
  const figures = useFigures()
  return (
    <Panel title={words.refusalList}>
      {refusals.length === 0 ? (
        <Hint>{words.noRefusals}</Hint>
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
              <LogMoment key="last" at={lastAt} />,
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
