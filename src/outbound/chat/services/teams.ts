// Workflows of Microsoft Teams: an Adaptive Card, answered with 202. The older connectors are retired.
import { oneLine } from '../../../domain/text/plain-text.ts'
import { type Chat, judgeStatus, type Letter } from '../service.ts'

/** Teams rejects cards of more than 28 kB. */
const MOST_LINES = 60
const LONGEST_LINE = 300

const MARKS = /[\\*_[\]]/g
const escaped = (text: string) => oneLine(text.slice(0, LONGEST_LINE)).replaceAll(MARKS, (mark) => `\\${mark}`)

const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })

function cardOf({ subject, parts }: Letter) {
  const body: object[] = [block(escaped(subject), { weight: 'Bolder', size: 'Medium' })]
  const actions: object[] = []
  for (const part of parts) {
    if ('link' in part) actions.push({ type: 'Action.OpenUrl', title: oneLine(part.name), url: part.link })
    else if ('facts' in part)
      for (const { name, value } of part.facts)
        body.push(block(`${escaped(name)}: ${escaped(value)}`, { spacing: 'Small' }))
    else if ('lines' in part) body.push(...part.lines.map((line) => block(escaped(line))))
    else body.push(block(escaped(part.say), part.strong ? { weight: 'Bolder' } : {}))
  }
  const shown = body.length > MOST_LINES ? [...body.slice(0, MOST_LINES), block('…')] : body
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: shown,
    actions,
  }
}

/** A workflow that its owner switched off answers 400 with this code. */
const SWITCHED_OFF = 'WorkflowTriggerIsNotEnabled'

export const teams: Chat = {
  request({ url }, letter) {
    const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(letter) }
    return { url, body: JSON.stringify({ type: 'message', attachments: [card] }) }
  },
  judge(attempt) {
    const verdict = judgeStatus(attempt)
    const isOff = attempt.status === 400 && attempt.response.includes(SWITCHED_OFF)
    return isOff && !verdict.sent ? { ...verdict, lost: 'channel' } : verdict
  },
}
