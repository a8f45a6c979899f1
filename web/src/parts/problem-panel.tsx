import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { faultText, refusalText } from '../../../src/words/words.ts'
import { ApiError, type FieldProblem } from '../service/api-error.ts'
import { useCodeWords } from '../words/codes.ts'
import { useProblemWords } from '../words/common.ts'

/** Text of an error: from the dictionary if the code is known, else the service's message. */
export function useProblemText(): (error: unknown) => string {
  const words = useProblemWords()
  const codes = useCodeWords()
  return (error) => {
    if (!(error instanceof ApiError)) return words.unknown(error instanceof Error ? error.message : String(error))
    const { code, params } = error
    if (code === 'unreachable') return words.unreachable
    return code in codes.refusals ? refusalText(codes, { code, params } as never) : words.unknown(error.message)
  }
}

export function useFaultText(): (fault: Pick<FieldProblem, 'code' | 'params'> & { detail?: string }) => string {
  const codes = useCodeWords()
  return ({ code, params, detail = code }) =>
    code in codes.faults ? faultText(codes, { code, params } as never) : detail
}

export function ProblemPanel({ error, again }: { error: unknown; again?: () => unknown }) {
  const words = useProblemWords()
  const textOf = useProblemText()
  const faultTextOf = useFaultText()
  return (
    <Alert color="red" variant="light" title={words.title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{textOf(error)}</Text>
        {fieldsOf(error).map((field) => (
          <Text key={`${field.path} ${field.code}`} size="sm">
            <span className="code">{field.path}</span>: {faultTextOf(field)}
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
