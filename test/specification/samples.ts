/** Valid form data. */

export const individual = {
  intent: 'individual',
  nome: 'Ana Maria Souza',
  cpf: '529.982.247-25',
  rg: '1234567',
  rendaPresumida: 'R$ 3.500,00',
  endereco: 'Rua das Flores, 120, Centro',
  cidade: 'Florianópolis',
  cep: '88010-000',
}

export const company = {
  intent: 'company',
  razaoSocial: 'Padaria Exemplo Ltda',
  cnpj: '11.222.333/0001-81',
  nomeResponsavel: 'João Pereira',
  cpfResponsavel: '111.444.777-35',
  rgResponsavel: '7654321',
  faturamentoPresumido: 'R$ 80.000,00',
  enderecoEmpresa: 'Avenida Central, 500, Sala 2',
  cidadeEmpresa: 'São José',
  cepEmpresa: '88101-250',
}

/** Returns form data with small valid PDFs. */
export function upload(names: readonly string[]): FormData {
  const form = new FormData()
  for (const name of names) {
    const pdf = `%PDF-1.4\n1 0 obj<</Title(${name})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
    form.append('documentos', new File([pdf], name, { type: 'application/pdf' }))
  }
  return form
}
