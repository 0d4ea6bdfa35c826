import { expect, test } from 'vitest'
import { isNeutral } from '../../../src/core/neutral-words.ts'
import { neutralSubject, neutralText } from '../../../src/modules/notifications/domain/neutral.ts'

test.each([
  'Sua dívida venceu',
  'DIVIDAS em aberto',
  'Parcela em atraso',
  'Vence hoje: R$ 400,00',
  'Cobrança do seu pedido',
  'Renegociação proposta',
  'Você está negativado',
  'Resultado pronto: Consulta CPF Serasa',
  'Limpeza de nome',
  'Limpa Nome',
  'Limpeza no Bacen',
  'Seu CPF 529.982.247-25',
  'Seu CPF 52998224725',
  'Você deve R$ 10,00',
  'Há um débito',
  'Aumento de score',
  'O pagamento ainda não chegou',
  'Último aviso',
])('"%s" reveals a debt', (subject) => {
  expect(isNeutral(subject)).toBe(false)
})

test.each([
  'Um lembrete para hoje',
  'Seu recibo de R$ 400,00',
  'Mais uma etapa concluída: pedido RC-7K4P2',
  'Confirme seu e-mail',
  'Contrato confirmado',
  'Temos uma proposta para você ver com calma',
  'Precisamos de um documento',
  'Veja aqui: https://recomeco.exemplo/tracking?q=0199f0aa-0000-7000-8000-000000000001',
  'Veja aqui: https://recomeco.exemplo/tracking?q=0199f0aa-0000-7000-8000-00000000001',
])('"%s" reveals nothing', (subject) => {
  expect(isNeutral(subject)).toBe(true)
})

test('a subject that reveals a debt is replaced by its part before the colon, else by its topic', () => {
  expect(neutralSubject('Contrato confirmado: Limpeza de Nome', 'contract')).toBe('Contrato confirmado')
  expect(neutralSubject('Contrato confirmado: CNH', 'contract')).toBe('Contrato confirmado: CNH')
  expect(neutralSubject('Serasa: pronto', 'contract')).toBe('Um aviso sobre o seu pedido')
  expect(neutralSubject(': Serasa', 'progress')).toBe('Uma novidade no seu pedido')
  expect(neutralSubject('Vence hoje', 'reminders')).toBe('Um lembrete do seu pedido')
  expect(neutralSubject('Sua dívida', 'offers')).toBe('Temos uma proposta para você')
  expect(neutralSubject('Sua dívida', 'account')).toBe('Um aviso sobre a sua conta')
})

test('the team reads the real subject', () => {
  expect(neutralSubject('Consulta paga: CPF Serasa', 'team')).toBe('Consulta paga: CPF Serasa')
  expect(neutralText('Dívida', { subject: 's', links: [], topic: 'team' })).toBe('Dívida')
})

test('a text begins without a debt where a locked screen shows it', () => {
  const links = ['https://recomeco.exemplo/payments']
  const about = { subject: 'Um lembrete para hoje', links, topic: 'reminders' } as const
  const text = 'Olá, Ana.\n\nTudo certo com o seu pedido.'
  expect(neutralText(text, about)).toBe(text)
  expect(neutralText('Sua dívida venceu.', about)).toBe(
    'Um lembrete para hoje.\n\nVeja aqui:\nhttps://recomeco.exemplo/payments',
  )
  expect(neutralText('Sua dívida venceu.', { ...about, links: [] })).toBe('Um lembrete para hoje.')
  expect(neutralText('Dívida velha.', { ...about, links: [] })).toBe('Um lembrete para hoje.')
  expect(neutralText('Olá, Ana.\n\nSua dívida venceu.', { ...about, links: [] })).toBe(
    'Olá, Ana. Um lembrete para hoje.',
  )
  expect(neutralText('Olá, Serasa.\n\nOi.', { ...about, links: [] })).toBe('Um lembrete para hoje.')
  expect(neutralText(`${'a'.repeat(153)} dívida`, about)).not.toContain('dívida')
  expect(neutralText(`${'a'.repeat(160)} dívida`, about)).toContain('dívida')
})
