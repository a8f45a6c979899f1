import { Anchor, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconTicket } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { QuotaUses } from '../../../../../src/http/console/contract/people/people.ts'
import { Answered } from '../../../parts/answered.tsx'
import { LinkButton } from '../../../parts/buttons/link-button.tsx'
import { Figure } from '../../../parts/figures/figure.tsx'
import { type Diagnosis, ObjectHeader } from '../../../parts/marks/object-header.tsx'
import { Page } from '../../../parts/page.tsx'
import { DayMoment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { issuePath } from '../../credentials/customers/path.ts'
import { usePeopleWords } from '../words.ts'
import { BrandPanel } from './brand.tsx'
import { useCountText } from './count-text.ts'
import { OwnerEdit } from './edit.tsx'
import { OwnerPeople } from './people.tsx'
import { QuotaBars, usedUp } from './quotas.tsx'
import { ViewAs } from './view-as.tsx'

const PATH = '/people/owners'

/** An organization: its figures, quotas and people. */
export function OwnerPage({ id, isEdited }: { id: string; isEdited: boolean }) {
  const all = usePeopleWords()
  const words = all.owners
  const parts = usePartWords()
  const countText = useCountText()
  const mayChange = useMay('owners.change')
  const mayView = useMay('owners.view_as')
  const mayIssue = useMay('credentials.change')
  const seesUsers = useMay('users.read')
  const asked = useAnswer(at('/owners/:id', { id }))
  const diagnosisOf = useQuotaDiagnosis()
  const back = (
    <Anchor component={Link} href={PATH} size="sm">
      <Group gap={4} component="span" display="inline-flex">
        <IconArrowLeft size={14} aria-hidden />
        {words.back}
      </Group>
    </Anchor>
  )
  return (
    <Page title={asked.data?.owner.name ?? words.title} hint={back}>
      <Answered asked={asked}>
        {({ owner, quotas, brand }) => (
          <>
            <ObjectHeader
              state={null}
              subtitle={owner.email ?? words.noEmail}
              facts={[[parts.created, <DayMoment key="created" at={owner.createdAt} />]]}
              actions={
                <>
                  {mayIssue && (
                    <LinkButton
                      href={issuePath({ ownerId: owner.id, name: null, email: null })}
                      icon={IconTicket}
                      text={words.issue}
                    />
                  )}
                  {mayView && <ViewAs ownerId={owner.id} />}
                  {mayChange && <LinkButton href={`${PATH}/${owner.id}/edit`} icon={IconPencil} text={words.edit} />}
                </>
              }
              diagnosis={diagnosisOf(quotas)}
            />
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <Figure
                label={words.credentials}
                value={countText(owner.credentials)}
                href={`/credentials?ownerId=${owner.id}`}
              />
              <Figure
                label={words.tokens}
                value={countText(owner.tokens)}
                href={`/platform/tokens?ownerId=${owner.id}`}
              />
              <Figure
                label={words.webhooks}
                value={countText(owner.activeWebhooks)}
                href={`/platform/webhooks?ownerId=${owner.id}`}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <QuotaBars quotas={quotas} />
              <Stack>
                <BrandPanel brand={brand} />
                {seesUsers && <OwnerPeople ownerId={owner.id} />}
              </Stack>
            </SimpleGrid>
            {isEdited && mayChange && <OwnerEdit owner={owner} quotas={quotas} brand={brand} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

/** Names the quotas that are used up. */
function useQuotaDiagnosis(): (quotas: QuotaUses) => Diagnosis | null {
  const { owners: words } = usePeopleWords()
  return (quotas) => {
    const names = usedUp(quotas).map((name) => words.quota[name])
    return names.length === 0 ? null : { tone: 'poor', title: words.usedUp, text: names.join(' · ') }
  }
}
