import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMailbox } from '../../../src/demo/customers/mailbox.ts'

it('stores a mail that says in both languages that its data is simulated', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'vertice-mailbox-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const lines: string[] = []
  await openMailbox(dir, (line) => lines.push(line)).send({
    from: { name: 'Network', address: 'network@example.com' },
    to: 'customer@mail.example',
    subject: 'Your order',
    text: 'Paid.',
    html: '<html><body style="margin: 0"><p>Paid.</p></body></html>',
  })
  const mail = readFileSync(join(dir, 'mails', '1.eml'), 'utf8').replaceAll('=\r\n', '')
  expect(mail).toContain('Subject: [Demo] Your order')
  expect(mail.match(/Simulated network: none of this data is real/g)).toHaveLength(2)
  expect(mail.match(/Red simulada/g)).toHaveLength(2)
  expect(lines).toEqual([expect.stringContaining('a mail to customer@mail.example would have been sent')])
})
