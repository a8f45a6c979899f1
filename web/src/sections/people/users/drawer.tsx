import { Anchor, Divider, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session.tsx'
import { useShellWords } from '../../../words/common.ts'
import { SessionList } from '../session-list.tsx'
import { type User, userState } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { UserActions } from './actions.tsx'
import { UserEdit } from './edit.tsx'
import type { LinkFor } from './link-dialog.tsx'
import { UserMark } from './mark.tsx'

export function UserDrawer({ id, onLink }: { id: string; onLink: (link: LinkFor) => void }) {
  const { users: words } = usePeopleWords()
  const mayChange = useMay('users.change')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/users', Number(id)],
    queryFn: ({ signal }) => api.get<{ user: User }>(`/users/${id}`, {}, signal),
  })
  const user = data?.user
  return (
    <DetailDrawer title={user?.name ?? id} listPath="/people/users">
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {user && (
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
          <SessionList path={`/users/${user.id}/sessions`} mayEnd={mayChange} />
        </>
      )}
    </DetailDrawer>
  )
}

function UserFacts({ user }: { user: User }) {
  const all = usePeopleWords()
  const words = all.users
  const { roles } = useShellWords()
  const mayAudit = useMay('audit.read')
  return (
    <Facts
      facts={[
        [all.state, <UserMark key="state" state={userState(user)} />],
        [all.email, user.email],
        [words.role, user.ownerName ? `${roles[user.role]} · ${user.ownerName}` : roles[user.role]],
        [words.secondFactor, user.hasSecondFactor ? words.withSecondFactor : words.withoutSecondFactor],
        [words.language, words.languages[user.language ?? 'none']],
        [words.seen, <Moment key="seen" at={user.seenAt} none={words.neverSeen} />],
        [all.created, <Moment key="created" at={user.createdAt} />],
        ...(mayAudit
          ? [
              [
                words.deeds,
                <Anchor key="deeds" component={Link} href={`/audit?actor=${encodeURIComponent(user.email)}`} size="sm">
                  {user.email}
                </Anchor>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
