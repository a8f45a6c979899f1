import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Page } from '../../../parts/page.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { ROLES, type Role, useMay, useMe } from '../../../session.tsx'
import { useShellWords } from '../../../words/common.ts'
import { type User, userState } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { UserDrawer } from './drawer.tsx'
import { UserInvitation } from './invitation.tsx'
import { LinkDialog, type LinkFor } from './link-dialog.tsx'
import { UserMark } from './mark.tsx'

const PATH = '/people/users'

export default function UsersPage() {
  const all = usePeopleWords()
  const words = all.users
  const { roles } = useShellWords()
  const { user: me } = useMe()
  const mayChange = useMay('users.change')
  const [, go] = useLocation()
  const [, params] = useRoute(`${PATH}/:id`)
  const filters = useFilters(['search', 'role'])
  const pages = usePages<User>('/users', 'users', { ...filters.values, limit: 50 })
  const [link, setLink] = useState<LinkFor | null>(null)
  const columns: Column<User>[] = [
    { key: 'name', title: all.name, cell: ({ id, name }) => (id === me.id ? `${name} (${words.you})` : name) },
    { key: 'email', title: all.email, cell: ({ email }) => email },
    {
      key: 'role',
      title: words.role,
      cell: ({ role, ownerName }) => (ownerName ? `${roles[role]} · ${ownerName}` : roles[role]),
    },
    { key: 'state', title: all.state, cell: (user) => <UserMark state={userState(user)} /> },
    {
      key: 'secondFactor',
      title: words.secondFactor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? words.withSecondFactor : words.withoutSecondFactor),
    },
    { key: 'seen', title: words.seen, cell: ({ seenAt }) => <Moment at={seenAt} none={words.neverSeen} /> },
  ]
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        mayChange && (
          <Button component={Link} href={`${PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
            {words.invite}
          </Button>
        )
      }
    >
      <Group gap="xs">
        <SearchField filters={filters} name="search" label={words.search} />
        <FilterSelect
          filters={filters}
          name="role"
          label={words.role}
          choices={ROLES.map((value) => ({ value, label: roles[value] }))}
        />
      </Group>
      <FilterChips filters={filters} textOf={(name, value) => (name === 'role' ? roles[value as Role] : value)} />
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `${PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {params?.id === 'new' && mayChange && <UserInvitation onLink={setLink} />}
      {params && params.id !== 'new' && <UserDrawer key={params.id} id={params.id} onLink={setLink} />}
      <LinkDialog
        link={link}
        onStored={() => {
          go(`${PATH}/${link!.userId}`)
          setLink(null)
        }}
      />
    </Page>
  )
}
