import { expect, test } from 'vitest'
import {
  backupTooOld,
  checkTooOld,
  type DayOfShop,
  dailyReport,
} from '../../../src/modules/operations/domain/daily-report.ts'

const well: DayOfShop = {
  day: '2026-11-21',
  contracts: { count: 2, centavos: 199_800 },
  received: { count: 3, centavos: 29_970 },
  overdue: { count: 1, centavos: 9_990 },
  ...{
    waiting: 4,
    late: 1,
    stoppedJobs: 0,
    failedMessages: 0,
    missingFiles: 0,
    whatsappRefusingSince: undefined,
    differences: 0,
    failingProviders: [],
  },
  backupHours: 5.9,
  backupCheck: { passed: true, hours: 29.1 },
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('reports a day in plain words', () => {
  const { subject, day, lines, problems } = dailyReport(well)
  expect(plain(subject)).toBe('R$ 299,70 recebidos, 2 contratos')
  expect(day).toBe('2026-11-21')
  expect(problems).toEqual([])
  expect(lines).toEqual([
    'Entraram R$ 299,70, em 3 pagamentos.',
    '2 contratos assinados, no valor de R$ 1.998,00.',
    'Em atraso: 1 parcela, no total de R$ 99,90.',
    '4 itens esperam pela equipe, 1 já fora do prazo.',
  ])
})

test('reports a quiet day', () => {
  const none = { count: 0, centavos: 0 }
  const { subject, lines } = dailyReport({
    ...well,
    contracts: none,
    received: none,
    overdue: none,
    waiting: 0,
    late: 0,
  })
  expect(plain(subject)).toBe('R$ 0,00 recebidos, 0 contratos')
  expect(lines.slice(0, 4)).toEqual([
    'Entraram R$ 0,00, em 0 pagamentos.',
    'Nenhum contrato foi assinado.',
    'Ninguém está em atraso.',
    'Nada espera pela equipe.',
  ])
  expect(dailyReport({ ...well, waiting: 1, late: 0 }).lines).toContain(
    '1 item espera pela equipe, nenhum fora do prazo.',
  )
})

test.each<[Partial<DayOfShop>, string]>([
  [
    { failingProviders: ['mercado-pago'] },
    'O provedor mercado-pago não está sendo lido: pagamentos podem demorar a aparecer.',
  ],
  [
    { whatsappRefusingSince: new Date('2026-11-21T12:05:00Z') },
    'O WhatsApp não aceita mensagens desde 21/11/2026 às 09:05: veja em Mensagens.',
  ],
  [{ missingFiles: 2 }, '2 arquivos faltam no armazenamento: traga-os de uma cópia de segurança.'],
  [{ differences: 1 }, '1 dia difere do que o provedor diz ter recebido: veja em Dinheiro.'],
  [{ differences: 2 }, '2 dias diferem do que o provedor diz ter recebido: veja em Dinheiro.'],
  [{ stoppedJobs: 1 }, '1 tarefa parou: veja em Operação.'],
  [{ stoppedJobs: 3 }, '3 tarefas pararam: veja em Operação.'],
  [{ failedMessages: 1 }, '1 mensagem não foi entregue: veja em Mensagens.'],
  [{ failedMessages: 2 }, '2 mensagens não foram entregues: veja em Mensagens.'],
  [
    { backupHours: undefined, backupCheck: undefined },
    'Nenhuma cópia de segurança foi feita ainda: npm run backup.',
  ],
  [{ backupHours: backupTooOld + 1.5 }, 'A última cópia de segurança tem 27 horas.'],
  [{ backupCheck: undefined }, 'Nenhuma cópia de segurança foi conferida ainda: npm run restore -- --check.'],
  [
    { backupCheck: { passed: false, hours: 3 } },
    'A conferência da cópia de segurança falhou: npm run restore -- --check diz o que está errado.',
  ],
  [
    { backupCheck: { passed: true, hours: checkTooOld + 25 } },
    'A última conferência da cópia de segurança foi há 9 dias.',
  ],
])('%o needs a person', (change, line) => {
  expect(dailyReport({ ...well, ...change }).problems).toEqual([line])
})

test('a back-up of last night, checked on Sunday, is not too old', () => {
  const checked = { passed: true, hours: checkTooOld }
  expect(dailyReport({ ...well, backupHours: backupTooOld, backupCheck: checked }).problems).toEqual([])
})
