// Discord's webhooks: 204 on success. A rejected request has the delay in the body too, as seconds with a fraction.
import type { Attempt } from '../../../base/outgoing/sender.ts'
import { type Chat, fitting, jsonOf, judgeStatus, linesOf, type Verdict } from '../service.ts'

/** Discord rejects longer messages. */
const LONGEST = 2_000

const MARKUP = {
  escape: (text: string) => text.replaceAll(/[\\*_~`|>#[\]()-]/g, (mark) => `\\${mark}`),
  bold: (text: string) => `**${text}**`,
  link: (url: string, text: string) => `[${text}](<${url}>)`,
}

export const discord: Chat = {
  request({ url }, letter) {
    const { lines, tail } = linesOf(letter, MARKUP)
    const content = fitting(lines, tail, LONGEST)
    // A name such as "@everyone" must not notify the whole server.
    return { url, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) }
  },
  judge(attempt: Attempt): Verdict {
    const verdict = judgeStatus(attempt)
    if (verdict.sent || attempt.status !== 429) return verdict
    const { retry_after: seconds } = (jsonOf(attempt.response) ?? {}) as { retry_after?: unknown }
    return typeof seconds === 'number' ? { ...verdict, retryAfter: String(Math.ceil(seconds)) } : verdict
  },
}
