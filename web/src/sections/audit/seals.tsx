import { Alert, Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ActButton } from '../../parts/buttons/act-button.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { useAuditWords } from './words.ts'

const EVERY_MS = 30_000

/** Whether the log is sealed, and when it was last compared with its seals. */
export function SealStatus() {
  const words = useAuditWords().seals
  const { number } = useFigures()
  const renew = useRenew()
  const mayVerify = useMay('settings.change')
  const { data } = useAnswer('/audit/seals', { refetchInterval: EVERY_MS })
  if (!data) return null
  const { sealedAt, unsealed, verification } = data
  const verify = async () => {
    await api.post('/audit/verify')
    await renew('/audit/seals')
  }
  if (verification && verification.faults > 0)
    return (
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={words.broken}>
        <Text size="sm">
          {words.brokenHint(number(verification.faults))} (<LogMoment at={verification.verifiedAt} />)
        </Text>
        {mayVerify && <ActButton variant="default" size="xs" mt="xs" text={words.verify} act={verify} />}
      </Alert>
    )
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="4px 16px" justify="space-between">
        <Group gap="4px 16px">
          <Mark
            tone={sealedAt === null ? 'unknown' : verification ? 'good' : 'poor'}
            word={sealedAt === null ? words.none : words.sealed}
          />
          {verification && (
            <Text size="sm">
              {words.verified} <LogMoment at={verification.verifiedAt} />:{' '}
              {words.rows(verification.rows, number(verification.rows))}
            </Text>
          )}
          {sealedAt !== null && !verification && <Text size="sm">{words.unverified}</Text>}
          {unsealed > 0 && <Hint>{words.unsealed(unsealed, number(unsealed))}</Hint>}
        </Group>
        {mayVerify && sealedAt !== null && <ActButton variant="default" size="xs" text={words.verify} act={verify} />}
      </Group>
    </Paper>
  )
}
