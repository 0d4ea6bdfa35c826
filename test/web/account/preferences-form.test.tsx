import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreferencesForm } from '../../../src/web/routes/preferences/preferences-form.tsx'
import { seenIn } from '../../support/seen.ts'

test('the form of preferences shows what was chosen for each topic, and WhatsApp only with its number', () => {
  const channels = { progress: 'whatsapp', reminders: 'none', offers: 'email' } as const
  const seen = (hasWhatsapp: boolean) =>
    seenIn(renderToStaticMarkup(<PreferencesForm preferences={{ channels, hasWhatsapp }} action="/x" />))
  expect(seen(true)).toEqual([
    'Andamento do serviço Etapas que começam e terminam, documentos pedidos e conferidos.',
    'Por e-mail',
    '(x) whatsapp Por WhatsApp',
    'Não quero receber',
    'Lembretes de pagamento Antes da data combinada, no dia e, se passar, mais alguns depois.',
    'Por e-mail',
    'Por WhatsApp',
    '(x) none Não quero receber',
    'Propostas Quando preparamos uma proposta para você.',
    '(x) email Por e-mail',
    'Por WhatsApp',
    'Não quero receber',
    'Contrato, recibos, devoluções e segurança da conta chegam sempre por e-mail: são seus por lei. Os outros avisos só chegam de segunda a sexta, das 8h às 20h, e aos sábados até as 14h.',
    'Sem os avisos de andamento, um documento que pedirmos só aparece na sua conta, e o serviço pode parar à espera dele.',
    'Salvar escolhas Parar todos',
  ])
  expect(seen(false).filter((line) => line.includes('WhatsApp'))).toEqual([])
})
