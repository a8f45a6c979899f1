import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { AuditEntry } from '../../../../src/http/console/contract/audit.ts'
import { subjectText } from './entry.ts'
import { subjectPath } from './subject-path.ts'
import { useAuditWords } from './words.ts'

/** The object of an entry, with a link to its page if it has one. */
export function Subject({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  const path = subjectPath(entry)
  const text = entry.action === 'settings.changed' ? words.settings : subjectText(words, entry)
  if (path === null) return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
  return (
    <Anchor component={Link} href={path} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Anchor>
  )
}
