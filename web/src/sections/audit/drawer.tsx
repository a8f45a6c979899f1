import { Anchor, Group } from '@mantine/core'
import { Link } from 'wouter'
import type { AuditEntry } from '../../../../src/http/console/contract/audit.ts'
import { useLanguage } from '../../language.tsx'
import { Answered } from '../../parts/answered.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { useOwner } from '../../parts/forms/select/owner-select.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { exactTime, Moment } from '../../parts/text/moment.tsx'
import { useAnswer } from '../../service/answers.ts'
import { at } from '../../service/api.ts'
import { usePartWords } from '../../words/common.ts'
import { EntryDetails } from './details.tsx'
import { actionText, actorText } from './entry.ts'
import { Subject } from './subject.tsx'
import { useAuditWords } from './words.ts'

export function AuditDrawer({ id }: { id: string }) {
  const words = useAuditWords()
  // Audit entries never change.
  const asked = useAnswer(at('/audit/:id', { id }), { staleTime: Number.POSITIVE_INFINITY })
  const entry = asked.data?.entry
  return (
    <DetailDrawer title={entry ? actionText(words, entry.action) : words.entry(id)} listPath="/audit">
      <Answered asked={asked}>{({ entry }) => <EntryFacts entry={entry} />}</Answered>
    </DetailDrawer>
  )
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  const { language } = useLanguage()
  const { zone } = usePartWords()
  const owner = useOwner(entry.ownerId)
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
          [
            words.who,
            <span key="who">
              {entry.userId === null ? (
                entry.actor
              ) : (
                <Anchor component={Link} href={`/people/users/${entry.userId}`} size="sm">
                  {entry.actor}
                </Anchor>
              )}{' '}
              ({actorText(words, entry.actorKind)})
            </span>,
          ],
          [words.onWhat, <Subject key="subject" entry={entry} />],
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
      <EntryDetails action={entry.action} details={entry.details} />
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
