// Mail in the demo: nothing leaves the machine. Each mail is stored as a file that any mail program opens, and says that
// its data is simulated.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

interface Letter {
  readonly id?: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

export interface Mailbox {
  send(letter: Letter): Promise<string>
}

export function openMailbox(dataDir: string, tell: (line: string) => void): Mailbox {
  const folder = join(dataDir, 'mails')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let count = 0
  return {
    async send({ id, attachments = [], ...unmarked }) {
      const letter = marked(unmarked)
      const { message } = await composer.sendMail({
        ...letter,
        ...(id !== undefined && { messageId: `<${id}>` }),
        attachments: [...attachments],
      })
      mkdirSync(folder, { recursive: true })
      const file = join(folder, `${++count}.eml`)
      writeFileSync(file, message as Buffer)
      const enclosed = attachments.map(({ filename }) => ` with ${filename}`).join('')
      tell(`a mail to ${letter.to} would have been sent: "${letter.subject}"${enclosed} (${file})`)
      return `250 kept as ${file}`
    },
  }
}

/** The outbox does not pass the reader's language, so the mark is in both. */
const MARK = 'Red simulada: estos datos no son reales. · Simulated network: none of this data is real.'

function marked<Marked extends Pick<Letter, 'from' | 'subject' | 'text' | 'html'>>(letter: Marked): Marked {
  const { from, subject, text, html } = letter
  const paragraph = `<p style="text-align: center; font: bold 14px sans-serif">${MARK}</p>`
  return {
    ...letter,
    from: { ...from, name: `${from.name} · Demo` },
    subject: `[Demo] ${subject}`,
    text: `${MARK}\n\n${text}`,
    html: html.replace(/<body[^>]*>/, (body) => body + paragraph),
  }
}
