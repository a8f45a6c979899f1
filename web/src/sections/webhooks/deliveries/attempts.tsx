import { Accordion, Group, Stack, Text } from '@mantine/core'
import type { Attempt } from '../../../../../src/http/console/contract/webhooks.ts'
import { Mark } from '../../../parts/marks/mark.tsx'
import { CodeBlock } from '../../../parts/text/code/code-block.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { attemptText, useCodeWords } from '../../../words/codes.ts'
import { useWebhookWords } from '../words.ts'

/** Newest first; the newest attempt is open. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { deliveries: words } = useWebhookWords()
  const codes = useCodeWords()
  const newest = attempts.length
  return (
    <Accordion multiple defaultValue={[String(newest)]} variant="contained" order={3}>
      {attempts
        .map((attempt, index) => ({ attempt, number: index + 1 }))
        .reverse()
        .map(({ attempt, number }) => (
          <Accordion.Item key={number} value={String(number)}>
            <Accordion.Control>
              <Group gap="sm" justify="space-between">
                <Group gap="sm">
                  <Text size="sm" fw={600}>
                    {words.attempt(number)}
                  </Text>
                  <Outcome attempt={attempt} />
                </Group>
                <Text size="sm" c="dimmed" component="span">
                  <LogMoment at={attempt.at} /> · {attempt.durationMs} ms
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {attempt.error && <Text size="sm">{attemptText(codes, attempt.error)}</Text>}
                {attempt.request ? (
                  <CodeBlock label={words.request} text={requestText(attempt.request)} />
                ) : (
                  <Hint>{words.notKept}</Hint>
                )}
                {attempt.status !== null && <CodeBlock label={words.response} text={attempt.response} />}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
    </Accordion>
  )
}

function Outcome({ attempt: { status } }: { attempt: Attempt }) {
  const { deliveries: words } = useWebhookWords()
  if (status === null) return <Mark tone="bad" word={words.noAnswer} />
  return <Mark tone={status >= 200 && status < 300 ? 'good' : 'bad'} word={`HTTP ${status}`} />
}

const requestText = ({ url, headers }: NonNullable<Attempt['request']>) =>
  [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
