// The setup steps of a new network, in the recommended order. Completed steps are ticked automatically; when all are
// done, the list can be closed.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useAnswer } from '../../../service/answers.ts'
import { useMe } from '../../../session/session.tsx'
import { type StepName, StepRow } from './step.tsx'
import { useFirstStepWords } from './words.ts'

const EVERY_MS = 3_000

export function FirstSteps() {
  const { permissions } = useMe()
  const [kept, keep] = useKept()
  const isFor = permissions.includes('network.change') && kept !== 'closed'
  const { data } = useAnswer('/first-steps', {
    enabled: isFor,
    refetchInterval: ({ state }) => (state.data && isDone(state.data.done) ? false : EVERY_MS),
  })
  const done = data ? isDone(data.done) : null
  // A user who never saw the list open does not see it complete.
  useEffect(() => {
    if (done === false && kept === null) keep('open')
  }, [done, kept, keep])
  if (!isFor || !data || (done && kept === null)) return null
  return (
    <List
      done={data.done}
      silentStationId={data.silentStationId}
      folded={kept === 'folded'}
      onFold={() => keep(kept === 'folded' ? 'open' : 'folded')}
      onClose={() => keep('closed')}
    />
  )
}

type Done = Readonly<Record<StepName, boolean>>
const isDone = (done: Done) => Object.values(done).every(Boolean)

interface Props {
  readonly done: Done
  readonly silentStationId: number | null
  readonly folded: boolean
  readonly onFold: () => void
  readonly onClose: () => void
}

/** Steps that depend on another step. */
const needs: Partial<Record<StepName, StepName>> = { data: 'station', rover: 'credential' }

function List({ done, silentStationId, folded, onFold, onClose }: Props) {
  const words = useFirstStepWords()
  const id = useId()
  const steps = Object.entries(done) as [StepName, boolean][]
  const next = steps.find(([, isDone]) => !isDone)?.[0] ?? null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm" align="baseline">
            <Title order={2} size="h4" id={id}>
              {words.title}
            </Title>
            <Text size="sm" c="dimmed" role="status">
              {words.progress(steps.filter(([, isDone]) => isDone).length, steps.length)}
            </Text>
          </Group>
          {next && (
            <Button variant="subtle" size="compact-sm" onClick={onFold} aria-expanded={!folded}>
              {folded ? words.unfold : words.fold}
            </Button>
          )}
        </Group>
        {next === null && (
          <Group gap="sm" justify="space-between">
            <Group gap="xs" wrap="nowrap" role="status">
              <IconCircleCheckFilled size={22} color="var(--mark-good)" aria-hidden style={{ flexShrink: 0 }} />
              <Text size="sm">{words.allDone}</Text>
            </Group>
            <Button size="xs" onClick={onClose}>
              {words.close}
            </Button>
          </Group>
        )}
        {next && !folded && (
          <Stack gap={4} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {steps.map(([name, isDone]) => (
              <StepRow
                key={name}
                name={name}
                done={isDone}
                next={name === next}
                ready={needs[name] === undefined || done[needs[name]]}
                silentStationId={silentStationId}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

/** `open`: shown in this browser before. `closed`: completed and closed. */
type Kept = 'open' | 'folded' | 'closed' | null

/** Per user and browser. The creation time distinguishes users of a new network at the same address. */
function useKept(): [Kept, (kept: Exclude<Kept, null>) => void] {
  const { user } = useMe()
  const name = `vertice-first-steps ${user.id} ${user.createdAt}`
  const [kept, setKept] = useState(() => localStorage.getItem(name) as Kept)
  return [
    kept,
    (wanted) => {
      localStorage.setItem(name, wanted)
      setKept(wanted)
    },
  ]
}
