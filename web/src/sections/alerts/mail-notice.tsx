// A notice that alerts are mailed to no one, with a link to change that.
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { Hint } from '../../parts/text/hint.ts'
import { MINUTE_MS } from '../../parts/time-units.ts'
import { useAnswer } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { useAlertWords } from './words.ts'

export function MailNotice() {
  return useMay('settings.read') ? <Notice /> : null
}

function Notice() {
  const words = useAlertWords()
  const { data } = useAnswer('/settings/alerts', { staleTime: MINUTE_MS })
  const mayChange = useMay('settings.change')
  if (!data || (data.canMail && data.settings.recipients.length > 0)) return null
  return (
    <Hint size="xs">
      {data.canMail ? words.nobody : words.noMail}{' '}
      {mayChange && (
        <Anchor component={Link} href="/settings/alerts" inherit underline="always">
          {words.setUp}
        </Anchor>
      )}
    </Hint>
  )
}
