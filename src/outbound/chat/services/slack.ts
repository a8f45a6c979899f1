// Slack's incoming webhooks, and servers that accept the same format. Success is 200 with the body "ok".
import { type Chat, fitting, judgeStatus, linesOf } from '../service.ts'

/** Slack cuts longer texts. */
const LONGEST = 4_000

/** Slack asks to escape exactly these characters. */
const escaped = (text: string) =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)

const MARKUP = {
  escape: escaped,
  bold: (text: string) => `*${text}*`,
  link: (url: string, text: string) => `<${escaped(url)}|${text}>`,
}

export const slack: Chat = {
  request({ url }, letter) {
    const { lines, tail } = linesOf(letter, MARKUP)
    return { url, body: JSON.stringify({ text: fitting(lines, tail, LONGEST), unfurl_links: false }) }
  },
  judge: judgeStatus,
}
