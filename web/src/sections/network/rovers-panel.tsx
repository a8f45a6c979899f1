import { Anchor, Box, Button, Group, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import type { Rover } from '../../../../src/http/console/contract/sessions.ts'
import { RoverShape, solutionOf } from '../../map/marks/rover-shape.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { searchFilter } from '../../parts/lists/filters.tsx'
import { useFilteredPages } from '../../parts/lists/list.tsx'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { CellDetail, useSessionQuality } from '../../parts/text/session-quality.tsx'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { useNetworkWords } from './words.ts'

const EVERY_MS = 10_000
const SHOWN = 25

/** All connected rovers, with or without a position. */
export function RoversPanel() {
  const words = useNetworkWords()
  const parts = usePartWords()
  const { filters, pages, bar } = useFilteredPages('/sessions', {
    filters: [searchFilter('rover', words.searchRovers)],
    everyMs: EVERY_MS,
    limit: SHOWN,
    queryOf: ({ rover: search }) => ({ search }),
  })
  const [wanted, setWanted] = useState<Rover | null>(null)
  const renew = useRenew()
  const rows = useRoverRows(pages.rows, setWanted)
  return (
    <Panel title={words.connectedRovers}>
      {bar}
      {pages.error && <ProblemPanel error={pages.error} again={pages.again} />}
      {pages.rows.length === 0 && !pages.isPending && !pages.error && (
        <Hint>{filters.any ? words.noRoversFound : words.noRovers}</Hint>
      )}
      {pages.rows.length > 0 && <SimpleTable label={words.connectedRovers} {...rows} />}
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.more}>
          {parts.more}
        </Button>
      )}
      {wanted && (
        <Confirm
          opened
          title={words.kickTitle(nameOf(wanted) || words.anonymous)}
          consequence={words.kickConsequence}
          action={words.kick}
          onClose={() => setWanted(null)}
          onConfirm={async () => {
            await api.post(at('/sessions/:id/kick', { id: wanted.id }))
            notify(words.kicked)
            await renew('/sessions')
          }}
        />
      )}
    </Panel>
  )
}

const nameOf = ({ label, customerName, username }: Rover) => label ?? customerName ?? username

function useRoverRows(rovers: readonly Rover[], onKick: (rover: Rover) => void) {
  const words = useNetworkWords()
  const { bytes, percent } = useFigures()
  const quality = useSessionQuality('last')
  const mayKick = useMay('credentials.change')
  const columns = [
    { title: words.rover },
    { title: words.mountpoint },
    { title: words.station },
    { title: words.solution },
    { title: quality.words.age, number: true },
    { title: quality.words.gaps, number: true },
    { title: words.received, number: true },
    { title: words.since },
    ...(mayKick ? [{ title: words.actions }] : []),
  ]
  const rows = rovers.map((rover) => ({
    key: rover.id,
    cells: [
      <Box key="rover" miw={140}>
        {rover.credentialId === null ? (
          <Text span size="sm">
            {words.anonymous}
          </Text>
        ) : (
          <Anchor component={Link} href={`/credentials/${rover.credentialId}`} size="sm">
            {nameOf(rover)}
          </Anchor>
        )}{' '}
        {rover.simulated && <Simulated />}
        <Hint size="xs" className="code">
          {rover.username}
        </Hint>
      </Box>,
      rover.mountpoint,
      <Fragment key="station">
        {rover.stationCode ?? '—'}
        <CellDetail>{quality.toBase(rover)}</CellDetail>
      </Fragment>,
      <Fragment key="solution">
        <Group gap={6} wrap="nowrap">
          <RoverShape solution={solutionOf(rover.quality)} />
          {words.solutions[solutionOf(rover.quality)]}
        </Group>
        {rover.fixedPct !== null && <CellDetail>{words.fixedShare(percent(rover.fixedPct))}</CellDetail>}
      </Fragment>,
      quality.age(rover),
      quality.gaps(rover),
      bytes(rover.bytes),
      <Moment key="since" at={rover.startedAt} />,
      ...(mayKick
        ? [
            <Button
              key="kick"
              size="compact-sm"
              variant="default"
              onClick={() => onKick(rover)}
              aria-label={words.kickTitle(nameOf(rover) || words.anonymous)}
            >
              {words.kick}
            </Button>,
          ]
        : []),
    ],
  }))
  return { columns, rows }
}
