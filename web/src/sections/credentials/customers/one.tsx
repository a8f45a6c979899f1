// Everything about one customer: credentials, orders, sessions and e-mails.
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { Customer, CustomerSession } from '../../../../../src/http/console/contract/credentials/customers.ts'
import type { Order } from '../../../../../src/http/console/contract/orders.ts'
import { Answered } from '../../../parts/answered.tsx'
import { BackButton } from '../../../parts/buttons/link-button.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { NoData } from '../../../parts/marks/no-data.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { DayMoment, Moment } from '../../../parts/text/moment.tsx'
import { useMoney } from '../../../parts/text/use-money.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useCodeWords } from '../../../words/codes.ts'
import { OrderMark } from '../../orders/mark.tsx'
import { useOrderTexts } from '../../orders/use-texts.ts'
import { MailList } from '../delivery/mail-list.tsx'
import { CredentialMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'
import { CustomerHeader } from './header.tsx'
import { useCustomerWords } from './words.ts'

const REFRESHED_MS = 10_000
const SHOWN = 30

export function CustomerPage({ ownerId, customer }: { ownerId: string; customer: string }) {
  const words = useCustomerWords()
  const asked = useAnswer(at('/customers/:ownerId/:key', { ownerId, key: customer }), {
    refetchInterval: REFRESHED_MS,
  })
  const found = asked.data?.customer
  return (
    <Page title={found?.name ?? found?.email ?? customer} actions={<BackButton href="/customers" text={words.back} />}>
      <Answered asked={asked} quiet>
        {(data) => (
          <>
            <CustomerHeader customer={data.customer} />
            <Credentials customer={data.customer} />
            <Orders orders={data.orders} />
            <Sessions sessions={data.sessions} />
            <Panel title={words.mails}>
              <MailList mails={data.mails} />
              <Newest of={data.mails} />
            </Panel>
          </>
        )}
      </Answered>
    </Page>
  )
}

function Credentials({ customer: { ownerId, key } }: { customer: Customer }) {
  const words = useCustomerWords()
  const credential = useCredentialWords()
  const pages = usePages('/credentials', { customer: key, ownerId, limit: 20, state: 'all' }, { everyMs: REFRESHED_MS })
  const columns: Column<Credential>[] = [
    { key: 'user', title: words.user, cell: ({ username }) => <span className="code">{username}</span> },
    { key: 'state', title: credential.state, cell: (row) => <CredentialMark {...row} /> },
    { key: 'label', title: credential.label, cell: ({ label }) => label },
    { key: 'station', title: credential.accessTo, cell: ({ stationCode }) => stationCode ?? credential.wholeNetwork },
    {
      key: 'expires',
      title: credential.expires,
      cell: ({ expiresAt, revokedAt }) => !revokedAt && <DayMoment at={expiresAt} />,
    },
    { key: 'connected', title: words.connected, number: true, cell: ({ connected }) => connected },
  ]
  return (
    <Panel title={words.credentials}>
      <Listing
        label={words.credentials}
        pages={pages}
        columns={columns}
        nameOf={({ username }) => username}
        hrefOf={({ id }) => `/credentials/${id}`}
        empty={words.noCredentials}
      />
    </Panel>
  )
}

function Orders({ orders }: { orders: readonly Order[] }) {
  const words = useCustomerWords()
  const texts = useOrderTexts()
  const money = useMoney()
  return (
    <Panel title={words.orders}>
      {orders.length === 0 ? (
        <Nothing text={words.noOrders} />
      ) : (
        <SimpleTable
          label={words.orders}
          columns={[
            { title: words.number },
            { title: words.state },
            { title: words.what },
            { title: words.amount, number: true },
            { title: words.created },
          ]}
          rows={orders.map((order) => ({
            key: order.id,
            cells: [
              <Anchor key="number" component={Link} href={`/orders/${order.id}`} size="sm">
                #{order.id}
              </Anchor>,
              <OrderMark key="state" {...order} />,
              texts.what(order),
              money(order),
              <Moment key="at" at={order.createdAt} />,
            ],
          }))}
        />
      )}
      <Newest of={orders} />
    </Panel>
  )
}

function Sessions({ sessions }: { sessions: readonly CustomerSession[] }) {
  const words = useCustomerWords()
  const { access } = useCodeWords()
  const figures = useFigures()
  return (
    <Panel title={words.sessions}>
      {sessions.length === 0 ? (
        <Nothing text={words.noSessions} />
      ) : (
        <SimpleTable
          label={words.sessions}
          columns={[
            { title: words.user },
            { title: words.mountpoint },
            { title: words.since },
            { title: words.ended },
            { title: words.data, number: true },
          ]}
          rows={sessions.map((session) => ({
            key: session.id,
            cells: [
              <Anchor
                key="user"
                component={Link}
                href={`/credentials/${session.credentialId}`}
                size="sm"
                className="code"
              >
                {session.username}
              </Anchor>,
              session.mountpoint,
              <Moment key="since" at={session.startedAt} />,
              session.endedAt === null ? (
                words.live
              ) : (
                <div key="ended">
                  <Moment at={session.endedAt} />: {access.ends[session.endReason ?? 'node_lost']}
                  <NoData session={session} />
                </div>
              ),
              figures.bytes(session.bytes),
            ],
          }))}
        />
      )}
      <Newest of={sessions} />
    </Panel>
  )
}

const Nothing = ({ text }: { text: string }) => <Hint>{text}</Hint>

/** States that there can be more rows than shown. */
function Newest({ of }: { of: readonly unknown[] }) {
  const words = useCustomerWords()
  const { number } = useFigures()
  return of.length < SHOWN ? null : <Nothing text={words.shown(number(SHOWN))} />
}
