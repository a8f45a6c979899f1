import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { UserMark } from '../users/mark.tsx'
import { usePeopleWords } from '../words.ts'

const SHOWN = 50

/** Resellers who see only this organization. */
export function OwnerPeople({ ownerId }: { ownerId: number }) {
  const all = usePeopleWords()
  const parts = usePartWords()
  const mayChange = useMay('users.change')
  const { data } = useAnswer('/users', { query: { ownerId, limit: SHOWN } })
  if (!data) return null
  return (
    <Panel title={all.owners.people}>
      {data.users.length === 0 ? (
        <Text size="sm">{all.owners.noPeople}</Text>
      ) : (
        <SimpleTable
          label={all.owners.people}
          columns={[{ title: all.name }, { title: parts.state }, { title: all.users.seen }]}
          rows={data.users.map((user) => ({
            key: user.id,
            cells: [
              <Anchor key="name" component={Link} href={`/people/users/${user.id}`} size="sm" title={user.email}>
                {user.name}
              </Anchor>,
              <UserMark key="state" user={user} />,
              <Moment key="seen" at={user.seenAt} none={all.users.neverSeen} />,
            ],
          }))}
        />
      )}
      {mayChange && (
        <div>
          <NewButton href="/people/users/new" text={all.users.invite} />
        </div>
      )}
    </Panel>
  )
}
