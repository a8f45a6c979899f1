// Mail for an operator: settings, commands, and a service that notifies an owner of a deactivated webhook.
import { describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { mailServer, refusal } from '../support/mail-server.ts'
import { makeMigratedDataDir, RunningService, until } from '../support/process.ts'
import { receiver } from '../support/receiver.ts'

describe('vertice mail and owner', () => {
  it('notify an owner with an address from the running service, and show it in the outbox and the metrics', async () => {
    const dataDir = makeMigratedDataDir()
    const mails = await mailServer()
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Red RTK <rtk@example.mx>',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ROLES: 'api,worker',
    }
    const run = (...args: string[]) => command(dataDir, args, settings)
    const service = await RunningService.start(dataDir, settings)
    expect((await run('owner', 'create', 'Topografía Ñandú', '--email', 'nandu@example')).code).toBe(2)
    expect(await run('owner', 'create', 'Topografía Ñandú', '--email', 'old@example.mx')).toMatchObject({
      code: 0,
      stderr: '',
    })
    const again = await run('owner', 'create', 'topografía ñandú', '--email', 'other@example.mx')
    expect(again.stdout).toContain('already exists')
    expect(again.stderr).toContain('its e-mail is unchanged')
    await run('owner', 'set', 'TOPOGRAFÍA ÑANDÚ', '--email', 'none')
    expect((await run('owner', 'list')).stdout).toMatch(/Topografía Ñandú +- +\d/)
    expect((await run('owner', 'set', 'Nobody', '--email', 'x@example.mx')).stderr).toContain(
      'there is no organization "Nobody"',
    )
    await run('owner', 'set', 'topografía ñandú', '--email', 'nandu@example.mx')
    expect((await run('owner', 'list')).stdout).toMatch(/Topografía Ñandú +nandu@example\.mx +\d/)

    const { url } = await receiver((response) => response.writeHead(410).end())
    const scopes = ['--scopes', 'read,provision']
    const token = (await run('token', 'create', '--owner', 'Topografía Ñandú', '--name', 't', ...scopes)).stdout.trim()
    await service.call('/api/v1/webhooks', token, { method: 'POST', body: JSON.stringify({ url }) })
    await service.call('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
    await until(() => mails.received.length === 1)
    expect(mails.received[0]).toMatchObject({
      recipients: ['nandu@example.mx'],
      sender: 'rtk@example.mx',
      headers: { from: 'Red RTK <rtk@example.mx>', subject: 'Vértice: webhook 1 desactivado / disabled' },
    })
    await until(async () => /webhook-deactivated +nandu@example\.mx +sent/.test((await run('mail', 'list')).stdout))
    expect((await run('mail', 'list', '--state', 'failed')).stderr).toBe('no e-mails\n')
    expect((await run('mail', 'list', '--state', 'lost')).code).toBe(2)
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toContain('vertice_mails_total{outcome="sent"} 1')

    const test = await run('mail', 'test', 'me@example.mx')
    expect(test).toMatchObject({ code: 0, stdout: expect.stringMatching(/^127\.0\.0\.1 accepted it: 250 /) })
    expect(mails.received[1]).toMatchObject({
      recipients: ['me@example.mx'],
      headers: { subject: 'Vértice: prueba / test' },
    })
    const refusing = await mailServer({ onRcptTo: (_, __, done) => done(refusal(550, 'not here')) })
    const refused = await command(dataDir, ['mail', 'test', 'me@example.mx'], { SMTP_URL: refusing.url })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('550 not here') })
    expect((await run('mail', 'test', 'me@example.mx, you@example.mx')).code).toBe(2)
    await service.stop()
  })

  it('report that SMTP_URL is not set', async () => {
    const dataDir = makeMigratedDataDir()
    const created = await command(dataDir, ['owner', 'create', 'A', '--email', 'a@example.mx'])
    expect(created).toMatchObject({ code: 0, stderr: 'note: no e-mail is sent until SMTP_URL is set\n' })
    expect(await command(dataDir, ['mail', 'test', 'me@example.mx'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^vertice: SMTP_URL: no mail server is configured/),
    })
    const wrong = await command(dataDir, ['owner', 'list'], { SMTP_URL: 'smtp://u:hunter2@h/x' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^vertice: SMTP_URL: expected [^\n]*\n$/) })
    expect(wrong.stderr).not.toContain('hunter2')
  })
})
