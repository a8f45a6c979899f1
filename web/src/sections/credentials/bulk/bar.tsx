// Actions on the selected rows, or on all rows that match the filters.
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import classes from './bar.module.css'
import type { Asked } from './dialogs.tsx'
import type { Matching } from './matching.ts'
import { KIND_ICONS, kindsFor } from './row-menu.tsx'
import { type ChangeKind, type Many, manyOf } from './target.ts'
import { useBulkWords } from './words.ts'

const ORDER: readonly ChangeKind[] = ['renew', 'suspend', 'resume', 'change', 'revoke']

interface Props {
  readonly rows: readonly Credential[]
  readonly hasMore: boolean
  readonly matching: Matching
  readonly selected: ReadonlySet<number>
  readonly isAll: boolean
  readonly select: (ids: ReadonlySet<number>) => void
  readonly selectAll: () => void
  readonly ask: (asked: Asked) => void
}

export function BulkBar(props: Props) {
  // Rows that are no longer shown are not changed by accident.
  const chosen = props.rows.filter(({ id }) => props.selected.has(id))
  if (props.isAll) return <AllBar {...props} />
  if (chosen.length === 0) return null
  return <ChosenBar {...props} chosen={chosen} />
}

function ChosenBar({ rows, hasMore, chosen, select, selectAll, ask }: Props & { chosen: readonly Credential[] }) {
  const words = useBulkWords()
  const { number } = useFigures()
  const isPage = chosen.length === rows.length
  const kinds = ORDER.filter((kind) => chosen.some((credential) => kindsFor(credential).includes(kind)))
  return (
    <Bar
      text={words.selectedMany(number(chosen.length))}
      many={manyOf(chosen)}
      kinds={kinds}
      ask={ask}
      onClear={() => select(new Set())}
    >
      {isPage && hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={selectAll}>
          {words.allMatch}
        </Button>
      )}
    </Bar>
  )
}

function AllBar({ matching, select, ask }: Props) {
  const words = useBulkWords()
  const { number } = useFigures()
  const { data, error, refetch } = useAnswer('/credentials/matching', { query: matching, staleTime: 0 })
  if (error) return <ProblemPanel error={error} again={refetch} />
  const { count = 0, more = false, connected = 0, revoked = 0, expired = 0 } = data ?? {}
  const many: Many = { which: { matching }, count, more, connected, chosen: null, revoked, expired, names: [] }
  const text = data ? words.allSelected(more ? words.moreThan(number(count)) : number(count)) : words.counting
  return (
    <Bar text={text} many={many} kinds={data ? ORDER : []} ask={ask} onClear={() => select(new Set())}>
      {data && <Hint>{words.allWithFilters}</Hint>}
    </Bar>
  )
}

interface BarProps {
  readonly text: string
  readonly many: Many
  readonly kinds: readonly ChangeKind[]
  readonly ask: (asked: Asked) => void
  readonly onClear: () => void
  readonly children: React.ReactNode
}

function Bar({ text, many, kinds, ask, onClear, children }: BarProps) {
  const words = useBulkWords()
  return (
    <Paper withBorder p="xs" role="region" aria-label={text} className={classes.bar ?? ''}>
      <Stack gap="xs">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status">
            {text}
          </Text>
          {children}
        </Group>
        <Group gap="xs">
          {kinds.map((kind) => {
            const Icon = KIND_ICONS[kind]
            return (
              <Button
                key={kind}
                size="compact-sm"
                variant={kind === 'revoke' ? 'outline' : 'default'}
                color={kind === 'revoke' ? 'red.9' : undefined}
                leftSection={<Icon size={14} aria-hidden />}
                onClick={() => ask({ kind, target: { many } })}
              >
                {words.kinds[kind]}
              </Button>
            )
          })}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
            {words.clear}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
