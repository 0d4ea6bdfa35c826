import { expect, test } from 'vitest'
import { createMailRenderer } from '../../../src/web/mail/mail-renderer.tsx'

const sender = {
  legalName: 'Empresa Exemplo Ltda.',
  cnpj: '11.222.333/0001-81',
  address: 'Rua do Exemplo, 100',
  phone: '+5548999991234',
  email: 'contato@exemplo.com.br',
}

test('no mail program turns an order number, a date or an address into a link of its own', () => {
  const html = createMailRenderer({ sender: () => sender, publicUrl: 'https://exemplo.com.br' })({
    ...{ subject: 'Pedido RC-7K4P2', text: 'Recebemos o seu pagamento.', links: [] },
  })
  expect(html).toContain(
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/>',
  )
  expect(html).toContain('<html lang="pt-BR">')
})
