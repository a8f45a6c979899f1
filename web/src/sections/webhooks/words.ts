import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/credentials/webhooks.ts'
import { es } from '../../words/es/credentials/webhooks.ts'

export const useWebhookWords = dictionary(es, en)
