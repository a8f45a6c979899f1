import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError } from '../api.ts'
import { useProblemWords } from '../words/common.ts'
import { useRuleText } from './rule-text.ts'

/** The words for a refusal: ours where we know its code, else what the service said. */
export function useProblemText(): (error: unknown) => string {
  const words = useProblemWords()
  return (error) => {
    if (!(error instanceof ApiError)) return words.unknown(error instanceof Error ? error.message : String(error))
    const text = words.byCode[error.code] ?? words.unknown(error.message)
    return error.retryAfterSeconds === null ? text : `${text} ${words.wait(error.retryAfterSeconds)}`
  }
}

export function ProblemPanel({ error, again }: { error: unknown; again?: () => unknown }) {
  const words = useProblemWords()
  const textOf = useProblemText()
  const ruleText = useRuleText()
  return (
    <Alert color="red" variant="light" title={words.title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{textOf(error)}</Text>
        {fieldsOf(error).map(({ path, detail }) => (
          <Text key={path} size="sm">
            <span className="code">{path}</span> {ruleText(detail)}
          </Text>
        ))}
        {again && (
          <Button size="xs" variant="default" onClick={() => again()}>
            {words.again}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : [])
