import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../api.ts'
import { useLanguage } from '../../language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DetailDrawer } from '../../parts/detail-drawer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { exactTime, Moment } from '../../parts/moment.tsx'
import { useOwner } from '../../parts/owner-select.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { usePartWords } from '../../words/common.ts'
import { actionText, doerText, type Entry, subjectText } from './entry.ts'
import { useAuditWords } from './words.ts'

export function AuditDrawer({ id }: { id: string }) {
  const words = useAuditWords()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/audit', id],
    queryFn: ({ signal }) => api.get<{ entry: Entry }>(`/audit/${id}`, {}, signal),
    staleTime: Number.POSITIVE_INFINITY, // it never changes
  })
  return (
    <DetailDrawer title={data ? actionText(words, data.entry.action) : words.entry(id)} listPath="/audit">
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {data && <EntryFacts entry={data.entry} />}
    </DetailDrawer>
  )
}

function EntryFacts({ entry }: { entry: Entry }) {
  const words = useAuditWords()
  const { language } = useLanguage()
  const { zone } = usePartWords()
  const owner = useOwner(entry.ownerId)
  const hasDetails = Object.keys(entry.details).length > 0
  return (
    <>
      <Facts
        facts={[
          [
            words.when,
            <span key="when">
              {exactTime(new Date(entry.at), language)} ({zone}), <Moment at={entry.at} />
            </span>,
          ],
          [words.who, `${entry.actor} (${doerText(words, entry.actorKind)})`],
          [words.onWhat, subjectText(words, entry)],
          ...(entry.ownerId === null ? [] : [[words.owner, owner?.name ?? String(entry.ownerId)] as const]),
          [
            words.fromWhere,
            <span key="where" className="code">
              {entry.address ?? words.server}
            </span>,
          ],
          ...(entry.requestId === null
            ? []
            : [
                [
                  words.request,
                  <span key="request" className="code">
                    {entry.requestId}
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {hasDetails && <CodeBlock label={words.details} text={JSON.stringify(entry.details, null, 2)} />}
      <Group gap="md">
        <Anchor component={Link} href={`/audit?actor=${encodeURIComponent(entry.actor)}`} size="sm">
          {words.allOfActor}
        </Anchor>
        {entry.subjectKind !== null && (
          <Anchor
            component={Link}
            href={`/audit?subjectKind=${entry.subjectKind}&subjectId=${entry.subjectId}`}
            size="sm"
          >
            {words.allOfSubject}
          </Anchor>
        )}
      </Group>
    </>
  )
}
