import { Text } from '@mantine/core'
import type { ListedCredential } from '../../../../src/http/console/contract/credentials/credentials.ts'
import { DAY_S } from '../../parts/forms/validity.ts'
import type { Column } from '../../parts/lists/listing.tsx'
import { useListWords } from '../../parts/lists/words.ts'
import { TestBadge } from '../../parts/marks/test-badge.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { DayMoment } from '../../parts/text/moment.tsx'
import type { Asked } from './bulk/dialogs.tsx'
import { RowMenu } from './bulk/row-menu.tsx'
import { useBulkWords } from './bulk/words.ts'
import { CredentialMark } from './mark.tsx'
import { useTroubleText } from './use-trouble-text.ts'
import { useCredentialWords } from './words.ts'

/** The service sorts at most this many matches (`MOST_SORTED`). */
export const MOST_SORTED = 20_000
const SOON_MS = 7 * DAY_S * 1000

interface Sorting {
  readonly isSearch: boolean
  /** More than `MOST_SORTED` credentials match. */
  readonly isLarge: boolean
}

/** `ask`: opens the dialog of an action; `null` if the user may not change credentials. */
export function useColumns(
  ask: ((asked: Asked) => void) | null,
  { isSearch, isLarge }: Sorting,
): Column<ListedCredential>[] {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const lists = useListWords()
  const { number } = useFigures()
  const access = ({ stationCode, groupName }: ListedCredential) => stationCode ?? groupName ?? words.wholeNetwork
  /** A search is ordered by relevance, so its rows are sorted here, once all are loaded. */
  const sortable = (by: Column<ListedCredential>['by']): Partial<Column<ListedCredential>> => {
    if (isSearch) return { ...(by && { by }), whyUnsorted: lists.sortAllFirst }
    return isLarge ? { whyUnsorted: lists.tooManyToSort(number(MOST_SORTED)) } : { sorted: true }
  }
  const columns: Column<ListedCredential>[] = [
    {
      key: 'user',
      title: words.user,
      card: 'title',
      ...sortable(({ username }) => username),
      cell: ({ username, test }) => (
        <>
          <span className="code">{username}</span>
          {test && <TestBadge />}
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      card: 'state',
      ...sortable(({ state }) => words.states[state]),
      cell: (credential) => <State credential={credential} />,
    },
    {
      key: 'customer',
      title: words.customer,
      card: 'left',
      ...sortable(({ customerName, customerEmail }) => customerName ?? customerEmail),
      cell: ({ customerName, customerEmail }) => customerName ?? customerEmail,
    },
    { key: 'label', title: words.label, ...sortable(({ label }) => label), cell: ({ label }) => label },
    { key: 'access', oneLine: true, title: words.accessTo, ...sortable(access), cell: access },
    {
      key: 'owner',
      oneLine: true,
      title: words.owner,
      ...sortable(({ ownerName }) => ownerName),
      cell: ({ ownerName }) => ownerName,
    },
    {
      key: 'expires',
      title: words.expires,
      card: 'right',
      ...(isSearch ? sortable(({ expiresAt }) => expiresAt) : { sorted: true }),
      cell: ({ expiresAt, revokedAt, state }) =>
        !revokedAt && <Expiry at={expiresAt} isSoon={state === 'in_force' && isSoon(expiresAt)} />,
    },
    {
      key: 'connected',
      title: words.connected,
      number: true,
      ...sortable(({ connected }) => connected),
      cell: ({ connected }) => connected,
    },
  ]
  if (ask)
    columns.push({
      key: 'actions',
      title: bulk.actions,
      card: 'actions',
      cell: (credential) => <RowMenu credential={credential} ask={ask} />,
    })
  return columns
}

function State({ credential }: { credential: ListedCredential }) {
  const textOf = useTroubleText()
  return (
    <>
      <CredentialMark {...credential} />
      {credential.trouble && (
        <Text size="xs" c="var(--mantine-color-error)">
          {textOf(credential.trouble)}
        </Text>
      )}
    </>
  )
}

const isSoon = (at: string) => new Date(at).getTime() - Date.now() < SOON_MS

const Expiry = ({ at, isSoon }: { at: string; isSoon: boolean }) => (
  <Text span size="sm" {...(isSoon && { fw: 600, c: 'var(--mantine-color-error)' })}>
    <DayMoment at={at} />
  </Text>
)
