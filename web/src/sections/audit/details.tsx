import { Table, Text } from '@mantine/core'
import { useLanguage } from '../../language.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { exactTime } from '../../parts/text/moment.tsx'
import { describeDetails } from './changes.ts'
import { type AuditWords, useAuditWords } from './words.ts'

/** What changed, as old and new values; then the other details. */
export function EntryDetails({ action, details }: { action: string; details: Readonly<Record<string, unknown>> }) {
  const words = useAuditWords()
  const textOf = useValueText()
  const { changes, rest } = describeDetails(action, details)
  const others = Object.entries(rest).filter(([name]) => name !== 'test')
  return (
    <>
      {changes.length > 0 && (
        <Table verticalSpacing={6} aria-label={words.changes} style={{ overflowWrap: 'anywhere' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.field}</Table.Th>
              <Table.Th scope="col">{words.before}</Table.Th>
              <Table.Th scope="col">{words.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Td>{fieldText(words, field)}</Table.Td>
                <Table.Td>
                  <Text component="del" size="sm" c="dimmed">
                    {textOf(before)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text component="ins" size="sm" fw={600} td="none">
                    {textOf(after)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {others.length > 0 && (
        <div>
          <Hint mb={4}>{words.details}</Hint>
          <Facts facts={others.map(([name, value]) => [fieldText(words, name), textOf(value)] as const)} />
        </div>
      )}
    </>
  )
}

/** Falls back to the code: the log has the fields of every release. */
const fieldText = (words: AuditWords, field: string): string =>
  field
    .split('.')
    .map((name) => (words.fields as Record<string, string>)[name] ?? name)
    .join(' · ')

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function useValueText(): (value: unknown) => string {
  const words = useAuditWords()
  const { language } = useLanguage()
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'string') return TIME.test(value) ? exactTime(new Date(value), language) : value
    if (Array.isArray(value)) return value.map(textOf).join(', ') || '—'
    return JSON.stringify(value)
  }
  return textOf
}
