import { expect, it } from 'vitest'
import { channelFaults, webhookFault } from '../../../../src/domain/alerts/channels/channel.ts'

it('finds the URL of another service, and of a retired connector', () => {
  const code = (service: 'slack' | 'teams' | 'discord', url: string) => webhookFault(service, url)?.code ?? null
  expect(code('slack', 'https://hooks.slack.com/services/T/B/X')).toBeNull()
  expect(code('slack', 'https://chat.example.mx/hooks/abc')).toBeNull() // Mattermost accepts the same messages
  expect(code('discord', 'https://hooks.slack.com/services/T/B/X')).toBe('webhook_of_other_service')
  expect(code('slack', 'https://discord.com/api/webhooks/1/x')).toBe('webhook_of_other_service')
  expect(code('discord', 'https://canary.discord.com/api/webhooks/1/x')).toBeNull()
  expect(code('teams', 'https://prod-1.westus.logic.azure.com/workflows/1?sig=x')).toBeNull()
  expect(code('teams', 'https://ours.webhook.office.com/webhookb2/1')).toBe('teams_connector_retired')
})

it('checks name, language and topics', () => {
  const codes = (rules: object) => channelFaults(rules).map(({ path, code }) => `${path.join('.')} ${code}`)
  expect(codes({ name: 'On call' })).toEqual([])
  expect(codes({ name: ' ' })).toEqual(['name missing'])
  expect(codes({ name: 'x'.repeat(61) })).toEqual(['name too_long'])
  expect(codes({ name: 'a\u0007b' })).toEqual(['name control_characters'])
  expect(codes({ language: 'fr' })).toEqual(['language not_one_of'])
  expect(codes({ muted: ['weather'] })).toEqual(['muted not_one_of'])
})
