import { Anchor } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Customer } from '../../../../../src/http/console/contract/credentials/customers.ts'
import { LinkButton, NewButton } from '../../../parts/buttons/link-button.tsx'
import { useHasOneOwner } from '../../../parts/forms/use-has-one-owner.ts'
import { DAY_S } from '../../../parts/forms/validity.ts'
import { Mark } from '../../../parts/marks/mark.tsx'
import { type Diagnosis, ObjectHeader } from '../../../parts/marks/object-header.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { DayMoment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useTroubleText } from '../use-trouble-text.ts'
import { issuePath } from './path.ts'
import { useCustomerWords } from './words.ts'

const SOON_MS = 7 * DAY_S * 1000
const REFRESHED_MS = 10_000

export function CustomerHeader({ customer }: { customer: Customer }) {
  const words = useCustomerWords()
  const { none } = usePartWords()
  const { number } = useFigures()
  const mayChange = useMay('credentials.change')
  const hasOneOwner = useHasOneOwner()
  const { ownerId, key, name, email, ownerName, credentials, manyCredentials, active, nextEnd, connected } = customer
  const all = manyCredentials ? words.atLeast(number(credentials)) : number(credentials)
  const list = `/credentials?${new URLSearchParams({ customer: key, ownerId: String(ownerId) })}`
  const contact = email ? (
    <Anchor key="email" href={`mailto:${email}`} size="sm" underline="always">
      {email}
    </Anchor>
  ) : (
    name && words.noEmail
  )
  return (
    <ObjectHeader
      state={<Mark tone={active > 0 ? 'good' : 'unknown'} word={active > 0 ? words.isActive : words.isInactive} />}
      subtitle={
        <>
          {contact}
          {!hasOneOwner && ` · ${ownerName}`}
        </>
      }
      facts={[
        [
          words.active,
          <Anchor key="active" component={Link} href={list} size="sm">
            {number(active)} {words.ofAll(all)}
          </Anchor>,
        ],
        [words.nextEnd, <DayMoment key="end" at={nextEnd} none={none} />],
        [words.connected, number(connected)],
        [words.orders, number(customer.orders)],
      ]}
      actions={
        <>
          {mayChange && <NewButton size="xs" href={issuePath(customer)} text={words.issueFor} />}
          <LinkButton size="xs" href={list} icon={IconTicket} text={words.seeAll} />
        </>
      }
      diagnosis={useDiagnosis(customer)}
    />
  )
}

/** A device with a problem first, then no access, then an access that ends soon. */
function useDiagnosis({ ownerId, key, active, credentials, nextEnd }: Customer): Diagnosis | null {
  const words = useCustomerWords()
  const troubleText = useTroubleText()
  const query = { customer: key, ownerId, problem: 'true', limit: 10 }
  const { data } = useAnswer('/credentials', { query, refetchInterval: REFRESHED_MS })
  const [first, ...others] = data?.credentials ?? []
  if (first?.trouble)
    return {
      tone: 'bad',
      title: words.deviceProblem(1 + others.length),
      text: (
        <>
          <Anchor component={Link} href={`/credentials/${first.id}`} size="sm" className="code">
            {first.username}
          </Anchor>
          : {troubleText(first.trouble)}
        </>
      ),
    }
  if (active === 0 && credentials > 0) return { tone: 'poor', title: words.noAccess, text: words.noAccessHint }
  if (nextEnd && new Date(nextEnd).getTime() - Date.now() < SOON_MS)
    return {
      tone: 'poor',
      title: words.endsSoon,
      text: (
        <>
          {words.nextEnd}: <DayMoment at={nextEnd} />
        </>
      ),
    }
  return null
}
