// The sections in menu order, with the permission that each requires.
import {
  IconActivity,
  IconAddressBook,
  IconAntenna,
  IconBell,
  IconBroadcast,
  IconBuilding,
  IconFileDownload,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconMap2,
  IconPlugConnected,
  IconServer,
  IconSettings,
  IconShoppingCart,
  IconSpeakerphone,
  IconTicket,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Permission } from '../session/session.tsx'

export const MENU = [
  { word: 'network', path: '/', icon: IconMap2, needs: 'network.read' },
  { word: 'stations', path: '/stations', icon: IconAntenna, needs: 'network.read' },
  { word: 'quality', path: '/quality', icon: IconHeartbeat, needs: 'network.read' },
  { word: 'mountpoints', path: '/mountpoints', icon: IconBroadcast, needs: 'network.read' },
  { word: 'rinex', path: '/rinex', icon: IconFileDownload, needs: 'network.read' },
  { word: 'upstreams', path: '/upstreams', icon: IconPlugConnected, needs: 'system.read' },
  { word: 'alerts', path: '/alerts', icon: IconBell, needs: 'system.read' },
  { word: 'credentials', path: '/credentials', icon: IconTicket, needs: 'credentials.read' },
  { word: 'customers', path: '/customers', icon: IconAddressBook, needs: 'credentials.read' },
  { word: 'orders', path: '/orders', icon: IconShoppingCart, needs: 'orders.read' },
  { word: 'incidents', path: '/incidents', icon: IconSpeakerphone, needs: 'network.read' },
  { word: 'activity', path: '/activity', icon: IconActivity, needs: 'credentials.read' },
  { word: 'tokens', path: '/platform/tokens', icon: IconKey, needs: 'tokens.read', group: 'platform' },
  { word: 'webhooks', path: '/platform/webhooks', icon: IconWebhook, needs: 'webhooks.read', group: 'platform' },
  { word: 'owners', path: '/people/owners', icon: IconBuilding, needs: 'owners.read', group: 'people' },
  { word: 'users', path: '/people/users', icon: IconUsers, needs: 'users.read', group: 'people' },
  { word: 'audit', path: '/audit', icon: IconHistory, needs: 'audit.read' },
  { word: 'settings', path: '/settings', icon: IconSettings, needs: 'settings.read' },
  { word: 'system', path: '/system', icon: IconServer, needs: 'system.read' },
] as const satisfies readonly {
  word: string
  path: string
  icon: typeof IconMap2
  needs: Permission
  group?: 'platform' | 'people'
}[]
