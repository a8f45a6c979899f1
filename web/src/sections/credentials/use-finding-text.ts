import type { AccessFinding } from '../../../../src/console/contract/credentials.ts'
import { useLanguage } from '../../language.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { exactTime } from '../../parts/text/moment.tsx'
import { usePartWords } from '../../words/common.ts'
import { useCredentialWords } from './words.ts'

/** A finding about a credential's access as a sentence of the language that is shown. */
export function useFindingText(): (finding: AccessFinding) => string {
  const words = useCredentialWords()
  const { zone } = usePartWords()
  const { bytes } = useFigures()
  const { language } = useLanguage()
  const time = (at: string) => `${exactTime(new Date(at), language)} (${zone})`
  const said = words.findings
  return (finding) => {
    switch (finding.kind) {
      case 'unknown_user':
      case 'station_archived':
      case 'never_seen':
        return said[finding.kind]()
      case 'revoked':
      case 'expired':
      case 'not_started':
        return said[finding.kind](time(finding.at))
      case 'in_force':
        return said.in_force(time(finding.until), finding.mountpoint)
      case 'connected':
        return said.connected(finding.address, time(finding.since), bytes(finding.bytes))
      case 'noted':
        return said.noted(words.note(finding.note.text), time(finding.note.at))
      case 'refused': {
        const why = words.reasons[finding.reason](finding.asked, finding.opens)
        return said.refused(time(finding.at), finding.address, finding.times, why)
      }
      case 'ended': {
        const note = finding.note && words.note(finding.note.text)
        return said.ended(time(finding.from), time(finding.to), bytes(finding.bytes), words.ends[finding.reason], note)
      }
    }
  }
}
