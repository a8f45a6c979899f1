import { Anchor, Divider, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { User } from '../../../../../src/http/console/contract/people/people.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords, useShellWords } from '../../../words/common.ts'
import { SessionList } from '../session-list.tsx'
import { usePeopleWords } from '../words.ts'
import { UserActions } from './actions.tsx'
import { UserEdit } from './edit.tsx'
import type { LinkFor } from './link-dialog.tsx'
import { UserMark, wayOf } from './mark.tsx'

export function UserDrawer({ id, onLink }: { id: string; onLink: (link: LinkFor) => void }) {
  const { users: words } = usePeopleWords()
  const mayChange = useMay('users.change')
  const asked = useAnswer(at('/users/:id', { id }))
  return (
    <DetailDrawer title={asked.data?.user.name ?? id} listPath="/people/users">
      <Answered asked={asked}>
        {({ user }) => (
          <>
            <UserFacts user={user} />
            {mayChange && (
              <>
                <UserActions user={user} onLink={onLink} />
                <Divider />
                <UserEdit key={`${user.role} ${user.ownerId} ${user.name}`} user={user} />
              </>
            )}
            <Divider />
            <Title order={3} size="h5">
              {words.sessions}
            </Title>
            <SessionList of={user.id} mayEnd={mayChange} />
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function UserFacts({ user }: { user: User }) {
  const all = usePeopleWords()
  const words = all.users
  const parts = usePartWords()
  const { roles } = useShellWords()
  const mayAudit = useMay('audit.read')
  return (
    <Facts
      facts={[
        [parts.state, <UserMark key="state" user={user} />],
        [all.email, user.email],
        [words.role, user.ownerName ? `${roles[user.role]} · ${user.ownerName}` : roles[user.role]],
        [words.signsIn, words.ways[wayOf(user)]],
        [words.secondFactor, user.hasSecondFactor ? words.withSecondFactor : words.withoutSecondFactor],
        [words.language, words.languages[user.language ?? 'none']],
        [words.seen, <Moment key="seen" at={user.seenAt} none={words.neverSeen} />],
        [parts.created, <Moment key="created" at={user.createdAt} />],
        ...(mayAudit
          ? [
              [
                words.activity,
                <Anchor
                  key="activity"
                  component={Link}
                  href={`/audit?actor=${encodeURIComponent(user.email)}`}
                  size="sm"
                >
                  {words.seeAudit}
                </Anchor>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
