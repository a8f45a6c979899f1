// Queries the upstream caster before anything is saved, and shows what it would offer.
import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Tried } from '../../../../src/http/console/contract/network/upstreams.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { api } from '../../service/api.ts'
import { streamTroubleText, tableText, useCodeWords } from '../../words/codes.ts'
import { LeftOutList } from './left-out.tsx'
import { useUpstreamWords } from './words.ts'

interface Trial {
  readonly id?: number
  readonly url?: string
  readonly prefix: string
}

interface Props {
  readonly trial: Trial
  readonly isReady: boolean
  readonly suggested: string
  readonly onPrefix: (prefix: string) => void
}

export function TrialPanel({ trial, isReady, suggested, onPrefix }: Props) {
  const words = useUpstreamWords()
  const codes = useCodeWords()
  const trying = useMutation({ mutationFn: (asked: Trial) => api.post('/upstreams/try', asked) })
  // Results are hidden once the values have changed.
  const isOfNow = JSON.stringify(trying.variables) === JSON.stringify(trial)
  const told = isOfNow ? trying.data : undefined
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={trying.isPending}
        disabled={!isReady}
        onClick={() => trying.mutate(trial)}
      >
        {words.try}
      </Button>
      {(!isReady || trying.isPending) && (
        <Hint size="xs" aria-live="polite">
          {isReady ? words.trying : words.tryLacks}
        </Hint>
      )}
      {isOfNow && trying.error && <ProblemPanel error={trying.error} />}
      {told?.trouble && (
        <Alert color="red" title={words.tryFailed} role="alert">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {upperFirst(tableText(codes, told.trouble))}
          </Text>
        </Alert>
      )}
      {told?.found && (
        <Found
          found={told.found}
          prefix={trial.prefix === '' ? { text: suggested, take: () => onPrefix(suggested) } : null}
        />
      )}
    </Stack>
  )
}

function Found({ found, prefix }: { found: Tried; prefix: { text: string; take: () => void } | null }) {
  const words = useUpstreamWords()
  const { mountpoints, leftOut, leftOutTotal, listed, login, offered } = found
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" fw={600}>
        {words.tried(listed, offered)}
      </Text>
      {login && <Login login={login} />}
      {mountpoints.length > 0 && (
        <Box mah={280} style={{ overflowY: 'auto' }}>
          <SimpleTable
            label={words.mountpoints}
            columns={[{ title: words.mountpoint }, { title: words.name }, { title: words.format }]}
            rows={mountpoints.map(({ mountpoint, there, name, format, needsPosition }) => ({
              key: there,
              cells: [
                <span key="mountpoint" className="code">
                  {mountpoint}
                </span>,
                name,
                needsPosition ? `${format} · ${words.needsPosition}` : format,
              ],
            }))}
          />
        </Box>
      )}
      {mountpoints.length < offered && <Hint size="xs">{words.firstOf(mountpoints.length, offered)}</Hint>}
      {leftOut.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {words.leftOutCount(leftOutTotal)}
          </Text>
          <LeftOutList
            leftOut={leftOut}
            total={leftOutTotal}
            prefix={leftOut.some(({ prefixHelps }) => prefixHelps) ? prefix : null}
          />
        </>
      )}
    </Stack>
  )
}

/** The sourcetable came without a login, so only opening a mountpoint checks the account. */
function Login({ login: { mountpoint, why, isRefused } }: { login: NonNullable<Tried['login']> }) {
  const words = useUpstreamWords()
  const codes = useCodeWords()
  if (why === null) return <Text size="sm">{words.loginOpens(mountpoint)}</Text>
  return (
    <Alert color="red" title={isRefused ? words.refusesTitle : words.doesNotOpen(mountpoint)} role="alert">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <span className="code">{mountpoint}</span>: {streamTroubleText(codes, why)}
      </Text>
    </Alert>
  )
}
