// The setup steps of a new network or reseller, in the recommended order. Completed steps are ticked automatically; when all are
// done, the list can be closed.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useMe } from '../../../session/session.tsx'
import { useLocalForNow } from '../../../shell/addresses/local-for-now.ts'
import { type FoundSteps, type Step, type StepName, StepRow } from './step.tsx'
import { useFirstStepWords } from './words.ts'

const EVERY_MS = 3_000

export function FirstSteps() {
  const { permissions, user } = useMe()
  const [kept, keep] = useKept()
  const [isLocalForNow] = useLocalForNow()
  const isFor = (permissions.includes('network.change') || user.role === 'reseller') && kept !== 'closed'
  const { data } = useAnswer('/first-steps', {
    enabled: isFor,
    refetchInterval: ({ state }) => (state.data?.steps.every(({ done }) => done) ? false : EVERY_MS),
  })
  const steps = data?.steps.map((step) => {
    const forNow = !step.done && isLocalForNow && (step.name === 'casterAddress' || step.name === 'webAddress')
    return { ...step, forNow, done: step.done || forNow }
  })
  const done = steps ? steps.every(({ done }) => done) : null
  // A user who never saw the list open does not see it complete.
  useEffect(() => {
    if (done === false && kept === null) keep('open')
  }, [done, kept, keep])
  if (!isFor || !data || !steps || (done && kept === null)) return null
  return (
    <List
      steps={steps}
      found={data}
      folded={kept === 'folded'}
      onFold={() => keep(kept === 'folded' ? 'open' : 'folded')}
      onClose={() => keep('closed')}
    />
  )
}

interface Props {
  readonly steps: readonly Step[]
  readonly found: FoundSteps
  readonly folded: boolean
  readonly onFold: () => void
  readonly onClose: () => void
}

/** Steps that depend on another step. */
const needs: Partial<Record<StepName, StepName>> = { data: 'station', rover: 'credential' }

function List({ steps, found, folded, onFold, onClose }: Props) {
  const words = useFirstStepWords()
  const { user } = useMe()
  const id = useId()
  const isReady = (name: StepName) => steps.find((step) => step.name === needs[name])?.done ?? true
  const next = steps.find(({ done }) => !done)?.name ?? null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm" align="baseline">
            <Title order={2} size="h4" id={id}>
              {words.title}
            </Title>
            <Hint role="status">{words.progress(steps.filter(({ done }) => done).length, steps.length)}</Hint>
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
              <Text size="sm">{user.role === 'reseller' ? words.reseller.allDone : words.allDone}</Text>
            </Group>
            <Button size="xs" onClick={onClose}>
              {words.close}
            </Button>
          </Group>
        )}
        {next && !folded && (
          <Stack gap={4} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {steps.map((step) => (
              <StepRow key={step.name} step={step} next={step.name === next} ready={isReady(step.name)} found={found} />
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
