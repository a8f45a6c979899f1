import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { User } from '../../../../../src/http/console/contract/people/people.ts'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { choiceFilter, searchFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useEntry } from '../../../session/provider.ts'
import { useMay, useMe } from '../../../session/session.tsx'
import { usePartWords, useShellWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { UserDrawer } from './drawer.tsx'
import { UserInvitation } from './invitation.tsx'
import { LinkDialog, type LinkFor } from './link-dialog.tsx'
import { UserMark, wayOf } from './mark.tsx'

const PATH = '/people/users'

export default function UsersPage() {
  const all = usePeopleWords()
  const words = all.users
  const parts = usePartWords()
  const { roles } = useShellWords()
  const { user: me } = useMe()
  const mayChange = useMay('users.change')
  const [, go] = useLocation()
  const [, params] = useRoute(`${PATH}/:id`)
  const [link, setLink] = useState<LinkFor | null>(null)
  const hasProvider = useEntry()?.hasProvider ?? false
  const way = { key: 'way', behind: true, title: words.signsIn, cell: (user: User) => words.ways[wayOf(user)] }
  const list = useList('/users', {
    words,
    path: PATH,
    limit: 50,
    filters: [searchFilter('search', words.search), choiceFilter('role', words.role, roles)],
    columns: [
      {
        key: 'name',
        by: ({ name }) => name,
        title: all.name,
        cell: ({ id, name }) => (id === me.id ? `${name} (${words.you})` : name),
      },
      { key: 'email', by: ({ email }) => email, title: all.email, cell: ({ email }) => email },
      {
        key: 'role',
        by: ({ role }) => role,
        title: words.role,
        cell: ({ role, ownerName }) => (ownerName ? `${roles[role]} · ${ownerName}` : roles[role]),
      },
      { key: 'state', title: parts.state, cell: (user) => <UserMark user={user} /> },
      ...(hasProvider ? [way] : []),
      {
        key: 'secondFactor',
        behind: true,
        title: words.secondFactor,
        cell: ({ hasSecondFactor }) => (hasSecondFactor ? words.withSecondFactor : words.withoutSecondFactor),
      },
      {
        key: 'seen',
        behind: true,
        by: ({ seenAt }) => seenAt,
        title: words.seen,
        cell: ({ seenAt }) => <Moment at={seenAt} none={words.neverSeen} />,
      },
    ],
    nameOf: ({ name }) => name,
  })
  return (
    <ListPage list={list} actions={mayChange && <NewButton href={`${PATH}/new`} text={words.invite} />}>
      {params?.id === 'new' && mayChange && <UserInvitation onLink={setLink} />}
      {params && params.id !== 'new' && <UserDrawer key={params.id} id={params.id} onLink={setLink} />}
      <LinkDialog
        link={link}
        onStored={() => {
          go(`${PATH}/${link!.userId}`)
          setLink(null)
        }}
      />
    </ListPage>
  )
}
